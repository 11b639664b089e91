import type { Capability } from '../../../../contract/capabilities.ts';
import { t } from '../../../../web/languages/text.ts';
import { CheckboxRow } from '../../../../web/ui/checkbox-row.tsx';
import type { CapabilityGroup } from '../capability-texts.ts';

type CapabilityChoicesProps = {
  group: CapabilityGroup;
  chosen: ReadonlySet<Capability>;
  onChoose: (chosen: ReadonlySet<Capability>) => void;
};

/** A checkbox for each sentence of what can be allowed. */
export function CapabilityChoices({ group: { heading, allows }, chosen, onChoose }: CapabilityChoicesProps) {
  const set = (capability: Capability, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(capability);
    else next.delete(capability);
    onChoose(next);
  };
  return (
    <fieldset>
      <legend className="text-small text-text3">{t(heading)}</legend>
      {Object.entries(allows).map(([one, text]) => (
        <CheckboxRow
          key={one}
          checked={chosen.has(one as Capability)}
          onChange={(isChosen) => set(one as Capability, isChosen)}
        >
          {t(text)}
        </CheckboxRow>
      ))}
    </fieldset>
  );
}
