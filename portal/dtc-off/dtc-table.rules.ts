import type { DtcRow } from './dtc-off.contract.ts';

/** 001 §9. */
export const ROWS_PER_PAGE = 50;

/** 0x0401: upper case, an even number of digits. What is no number is shown as it is given (001 §5). */
export function hexText(value: number | string): string {
  const number = numberOf(value);
  if (number === null) return String(value);
  const digits = number.toString(16).toUpperCase();
  return `0x${digits.length % 2 === 0 ? digits : `0${digits}`}`;
}

/** For the tooltip; null for what is no number. */
export const decimalText = (value: number | string): string | null => numberOf(value)?.toString() ?? null;

function numberOf(value: number | string): number | null {
  if (typeof value === 'string' && !/^(\d+|0x[\dA-F]+)$/i.test(value)) return null;
  const number = Number(value);
  return Number.isSafeInteger(number) && number >= 0 ? number : null;
}

/** A row that was OFF on arrival, or that the portal does not switch, is not the customer's to change (X-DTC-06). */
export const isSelectable = (row: Pick<DtcRow, 'status' | 'locked'>): boolean =>
  row.status === 'ON' && row.locked === null;

/** What a row says now: a chosen one will be OFF in the file that is made. */
export const statusNow = (row: Pick<DtcRow, 'dtc' | 'status'>, selected: ReadonlySet<string>): DtcRow['status'] =>
  selected.has(row.dtc) ? 'OFF' : row.status;

/** Case does not matter; code, number, hex form, status and description are looked at (001 §5). */
export function findRows(rows: readonly DtcRow[], search: string, selected: ReadonlySet<string>): DtcRow[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return [...rows];
  const texts = (row: DtcRow) => [
    row.dtc,
    decimalText(row.dtc_int) ?? '',
    hexText(row.dtc_int),
    statusNow(row, selected),
    row.info ?? '',
    row.maker_number ?? '',
  ];
  return rows.filter((row) => texts(row).some((text) => text.toLowerCase().includes(wanted)));
}

/** Which functions of the engine the rows that can be chosen watch, and how many do; the fullest first. */
export function countFunctions(rows: readonly DtcRow[]): { name: string; codes: string[] }[] {
  const codesOf = new Map<string, string[]>();
  for (const { dtc, functions } of rows.filter(isSelectable)) {
    for (const name of functions) codesOf.set(name, [...(codesOf.get(name) ?? []), dtc]);
  }
  return [...codesOf]
    .map(([name, codes]) => ({ name, codes }))
    .sort((one, other) => other.codes.length - one.codes.length);
}

/** A code of a report, or a maker's number of which the code is not known. */
type Reported = { code: string | null; number: string | null; asWritten: string };

/** What of a tester's report is in this file: chosen, there but not to be chosen, and not there at all. */
export function matchReport(rows: readonly DtcRow[], reported: readonly Reported[]) {
  const found = { chosen: [] as string[], locked: [] as string[], missing: [] as string[] };
  for (const { code, number, asWritten } of reported) {
    const row =
      rows.find(({ dtc }) => dtc === code) ?? rows.find((one) => number !== null && one.maker_number === number);
    if (row === undefined) found.missing.push(asWritten);
    else (isSelectable(row) ? found.chosen : found.locked).push(row.dtc);
  }
  return {
    chosen: [...new Set(found.chosen)],
    locked: [...new Set(found.locked)],
    missing: [...new Set(found.missing)],
  };
}
