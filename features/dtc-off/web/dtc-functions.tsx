import { clsx } from 'clsx';
import { useState } from 'react';
import { t, wordText } from '../../../web/languages/text.ts';
import { Button } from '../../../web/ui/button.tsx';
import { useMediaQuery } from '../../../web/ui/media-query.ts';
import type { DtcRow } from '../dtc-session.ts';
import { countFunctions } from '../dtc-table.rules.ts';

/** Names that a workshop uses; the other functions have the library's names. */
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

const functionText = (name: string): string => wordText(NAMES[name] ?? name.charAt(0).toUpperCase() + name.slice(1));

type DtcFunctionsProps = {
  rows: readonly DtcRow[];
  selected: ReadonlySet<string>;
  onSelect: (codes: readonly string[], isOn: boolean) => void;
};

/** On a phone, more would push the codes below the fold. */
const SHOWN_ON_PHONES = 4;

/** Selects all codes of one engine function at once; pressing it again clears them. */
export function DtcFunctions({ rows, selected, onSelect }: DtcFunctionsProps) {
  const functions = countFunctions(rows);
  const isNarrow = useMediaQuery('(width < 640px)');
  const [showsAll, setShowsAll] = useState(false);
  if (functions.length === 0) return null;
  const shown = isNarrow && !showsAll ? functions.slice(0, SHOWN_ON_PHONES) : functions;
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-1.5">
      <legend className="sr-only">{t('dtc-off.selectByFunction')}</legend>
      {shown.map(({ name, codes }) => (
        <FunctionChip
          key={name}
          name={name}
          count={codes.length}
          isPressed={codes.every((code) => selected.has(code))}
          onPress={(isOn) => onSelect(codes, isOn)}
        />
      ))}
      {shown.length < functions.length && (
        <Button small variant="quiet" onClick={() => setShowsAll(true)}>
          {t('dtc-off.showAll', { count: functions.length })}
        </Button>
      )}
    </fieldset>
  );
}

type FunctionChipProps = { name: string; count: number; isPressed: boolean; onPress: (isOn: boolean) => void };

function FunctionChip({ name, count, isPressed, onPress }: FunctionChipProps) {
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      onClick={() => onPress(!isPressed)}
      className={clsx(
        'inline-flex min-h-7 items-center gap-1.5 rounded-full border px-3 text-small transition-colors duration-150 coarse:min-h-control',
        isPressed
          ? 'border-accent bg-accent font-strong text-on-accent'
          : 'border-border bg-surface text-text hover:bg-surface2',
      )}
    >
      {functionText(name)} <span className={isPressed ? '' : 'text-text3'}>{count}</span>
    </button>
  );
}
