import { t } from '../../../web/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import type { DtcRow } from '../dtc-off.contract.ts';
import { countFunctions } from '../dtc-table.rules.ts';

/** As a workshop calls them; the rest is called as the library does. */
const NAMES: Readonly<Record<string, string>> = {
  egr: 'EGR',
  'particle filter': 'DPF/FAP',
  'oxygen sensor': 'Lambda',
  'air flow sensor': 'MAF',
  'manifold pressure': 'MAP',
  nox: 'NOx',
  adblue: 'AdBlue/SCR',
  'intake flaps': 'Swirl flaps',
  evap: 'EVAP',
};

export const functionText = (name: string): string => t(NAMES[name] ?? name.charAt(0).toUpperCase() + name.slice(1));

type DtcFunctionsProps = {
  rows: readonly DtcRow[];
  selected: ReadonlySet<string>;
  onSelect: (codes: readonly string[], isOn: boolean) => void;
};

/** All codes of one function of the engine at once; pressed again, they are let go. */
export function DtcFunctions({ rows, selected, onSelect }: DtcFunctionsProps) {
  const functions = countFunctions(rows);
  if (functions.length === 0) return null;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-body font-strong">{t('Select by function')}</legend>
      <div className="flex flex-wrap gap-2">
        {functions.map(({ name, codes }) => {
          const isAll = codes.every((code) => selected.has(code));
          return (
            <Button
              key={name}
              small
              aria-pressed={isAll}
              className={isAll ? 'border-accent! shadow-[inset_0_0_0_1px_var(--color-accent)]' : undefined}
              onClick={() => onSelect(codes, !isAll)}
            >
              {functionText(name)} <span className="font-normal text-text3">{codes.length}</span>
            </Button>
          );
        })}
      </div>
    </fieldset>
  );
}
