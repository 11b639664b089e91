import * as z from 'zod/mini';
import { readReport } from '../../ecu/dtc/report.ts';

/** The codes in the words of an order, and what looks like a code and was not understood. */
export function readOrderText(text: string): { codes: string[]; notUnderstood: string[] } {
  const { codes, notUnderstood } = readReport(text);
  return { codes: codes.flatMap(({ code, number }) => code ?? number ?? []), notUnderstood };
}

/** Lists every code that is ordered off, each once: those chosen from the file's list, and those read in the text. */
export const listOrderedDtcs = (chosen: readonly string[], text: string | null): string[] => [
  ...new Set([...chosen, ...readOrderText(text ?? '').codes]),
];

/** A trouble code as the file's table names it: P0401, or the manufacturer's own number where no other is known. */
export const DtcName = z.string().check(z.regex(/^(?:[PCBU][0-3][0-9A-F]{3}|[0-9A-F]{2,6})$/));

/** No known table has more. */
export const MAX_DTCS = 4000;
