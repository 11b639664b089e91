import { readReport } from '../../ecu/dtc/report.ts';

/** Everything that is ordered off, each code once: what was chosen from the file's list, and what is read in the text. */
export function listOrderedDtcs(chosen: readonly string[], text: string | null): string[] {
  const written = readReport(text ?? '').flatMap(({ code, number }) => code ?? number ?? []);
  return [...new Set([...chosen, ...written])];
}
