import { readReport } from '../../ecu/dtc/report.ts';

/** Lists every code that is ordered off, each once: those chosen from the file's list, and those read in the text. */
export function listOrderedDtcs(chosen: readonly string[], text: string | null): string[] {
  const written = readReport(text ?? '').flatMap(({ code, number }) => code ?? number ?? []);
  return [...new Set([...chosen, ...written])];
}
