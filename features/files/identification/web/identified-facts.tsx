import { type Label, t, textKey } from '../../../../web/languages/text.ts';
import { CopyButton } from '../../../../web/ui/description-list.tsx';
import type { Identification } from '../identification.calls.ts';
import { FACT_LABELS } from './fact-labels.tsx';
import { Offset } from './offset.tsx';

/** Which part of the control unit a value was written for. */
const PLACES: Record<NonNullable<Identification['facts'][number]['place']>, Label> = {
  hardware: textKey('files.identification.placeHardware'),
  boot: textKey('files.identification.placeBoot'),
  program: textKey('files.identification.placeProgram'),
  dataset: textKey('files.identification.placeDataset'),
};

/** Every number that the file states, with its offset. */
export function IdentifiedFacts({ identification }: { identification: Identification }) {
  const { facts } = identification;
  if (facts.length === 0) return null;
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,8.5rem),1fr))] gap-x-4 gap-y-4 sm:grid-cols-[repeat(auto-fill,minmax(13rem,1fr))]">
      {facts.map((fact, index) => (
        <div key={index} className="min-w-0">
          <dt className="text-label text-text3">{t(FACT_LABELS[fact.name])}</dt>
          <dd className="flex items-center gap-1 font-mono text-body">
            <span className="min-w-0 wrap-anywhere">{fact.value}</span>
            <CopyButton text={fact.value} label={t(FACT_LABELS[fact.name])} />
          </dd>
          <dd className="text-small text-text3">
            <Offset at={fact.at} isImplied={fact.strength === 'implied'} />
            {fact.place !== null && ` · ${t(PLACES[fact.place])}`}
          </dd>
        </div>
      ))}
    </dl>
  );
}
