import type { UseFormReturn } from 'react-hook-form';
import type { Solution } from '../../../catalogue/catalogue.calls.ts';
import { joinDtcText } from '../../files.rules.ts';
import { mapFileFields } from '../../file-fields.ts';

/** The option that asks for trouble codes, by its name in the catalogue (X-SOL-02). */
const DTC_OFF = 'DTC OFF';

export const isDtcOff = ({ name }: Pick<Solution, 'name'>) => name === DTC_OFF;

/** A TUNING replaces the one that was chosen before; pressing a chosen solution deselects it (X-SOL-01). */
export function toggleSolution(
  solutions: readonly Solution[],
  chosenIds: readonly number[],
  { id, type }: Solution,
): number[] {
  if (chosenIds.includes(id)) return chosenIds.filter((chosen) => chosen !== id);
  const isTuning = (chosen: number) => solutions.some((other) => other.id === chosen && other.type === 'TUNING');
  return [...chosenIds.filter((chosen) => type !== 'TUNING' || !isTuning(chosen)), id];
}

/** Returns the chosen solutions in the order of choosing, without those that the catalogue no longer has. */
export const listChosenSolutions = (solutions: readonly Solution[], chosenIds: readonly number[]): Solution[] =>
  chosenIds.flatMap((id) => solutions.find((solution) => solution.id === id) ?? []);

/** Total price of the chosen solutions (X-SOL-03). */
export const sumCredits = (chosen: readonly Solution[]): number =>
  chosen.reduce((sum, { credits }) => sum + credits, 0);

/** What is ordered off: the customer's words, and codes from the file's list. */
export type OrderedDtcs = { text: string; codes: readonly string[] };

/** Returns the entry for the ordered codes, or null. */
export function composeDtcEntry(chosen: readonly Solution[], dtcs: OrderedDtcs): string | null {
  const codes = joinDtcText(dtcs.text, dtcs.codes);
  return chosen.some(isDtcOff) && codes !== '' ? `DTC:${codes}` : null;
}

/** Values of the form before anything is entered. */
export const NOTHING = {
  ...mapFileFields(() => ''),
  solution_ids: [] as number[],
  dtc_text: '',
  /** Codes chosen from the file's list. */
  ordered_dtcs: [] as string[],
};

export type UploadValues = typeof NOTHING;

export type UploadForm = UseFormReturn<UploadValues>;
