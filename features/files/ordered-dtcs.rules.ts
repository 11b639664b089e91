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
