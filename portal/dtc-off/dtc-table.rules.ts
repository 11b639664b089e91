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

/** A row that was not chosen and shares fault paths with the chosen codes in `by`: all of its paths, or some. */
export interface Together {
  isWholly: boolean;
  by: string[];
}

/** What goes off beside the chosen codes, by code. */
export function listTogether(
  rows: readonly Pick<DtcRow, 'dtc' | 'status' | 'entries'>[],
  selected: ReadonlySet<string>,
): ReadonlyMap<string, Together> {
  const offEntries = new Set(rows.filter(({ status }) => status === 'OFF').flatMap(({ entries }) => entries));
  const chosenOf = new Map<number, string[]>();
  for (const { dtc, entries } of rows.filter((row) => selected.has(row.dtc))) {
    for (const entry of entries) chosenOf.set(entry, [...(chosenOf.get(entry) ?? []), dtc]);
  }
  const together = new Map<string, Together>();
  for (const { dtc, status, entries } of rows) {
    if (status === 'OFF' || selected.has(dtc)) continue;
    const by = [...new Set(entries.flatMap((entry) => chosenOf.get(entry) ?? []))];
    if (by.length === 0) continue;
    together.set(dtc, { isWholly: entries.every((entry) => chosenOf.has(entry) || offEntries.has(entry)), by });
  }
  return together;
}

/** What a row says now: in the file that is made a chosen one is OFF, and so is one that goes off together with it. */
export const statusNow = (
  { dtc, status }: Pick<DtcRow, 'dtc' | 'status'>,
  selected: ReadonlySet<string>,
  together: ReadonlyMap<string, Together>,
): DtcRow['status'] => (selected.has(dtc) || together.get(dtc)?.isWholly === true ? 'OFF' : status);

/** Case does not matter; code, number, hex form, status and description are looked at (001 §5). */
export function findRows(rows: readonly DtcRow[], search: string, selected: ReadonlySet<string>): DtcRow[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return [...rows];
  const together = listTogether(rows, selected);
  const texts = (row: DtcRow) => [
    row.dtc,
    decimalText(row.dtc_int) ?? '',
    hexText(row.dtc_int),
    statusNow(row, selected, together),
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

type Numbered = Pick<DtcRow, 'dtc' | 'dtc_int' | 'maker_number'>;

const CODE = /^[PCBU][0-3][0-9A-F]{3}$/;

/** The maker's numbers of a row in capitals: 4A7D where it has no other code, 2A01 and 2A02 of "2A01 2A02". */
const makersNumbers = ({ dtc, maker_number }: Numbered): string[] => [
  ...(CODE.test(dtc) ? [] : [dtc.toUpperCase()]),
  ...(maker_number ?? '')
    .toUpperCase()
    .split(/[^0-9A-Z]+/)
    .filter((number) => number !== ''),
];

/** By every number that a tester may print for a row: the maker's, and the word as it stands in the file. */
function groupByNumber<Row extends Numbered>(rows: readonly Row[]): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  const add = (number: string, row: Row) => {
    const group = groups.get(number) ?? [];
    if (!group.includes(row)) groups.set(number, [...group, row]);
  };
  for (const row of rows) for (const number of makersNumbers(row)) add(number, row);
  // The maker's number comes first: another row may hold the same digits as its word.
  const words = rows.map((row) => [row.dtc_int.toString(16).toUpperCase().padStart(4, '0'), row] as const);
  for (const [word, row] of words.filter(([number]) => !groups.has(number))) add(word, row);
  return groups;
}

/** The numbers by which the maker's testers name the codes of this file; what `readReport` may look for. */
export const ownNumbers = (rows: readonly Numbered[]): ReadonlySet<string> => new Set(rows.flatMap(makersNumbers));

/** A code of a report, or a maker's number of which the code is not known. */
type Reported = { code: string | null; number: string | null; asWritten: string };

/** What of a tester's report is in this file: chosen, there but not to be chosen, and not there at all. */
export function matchReport(
  rows: readonly (Numbered & Pick<DtcRow, 'status' | 'locked'>)[],
  reported: readonly Reported[],
) {
  const found = { chosen: [] as string[], locked: [] as string[], missing: [] as string[] };
  const rowOfCode = new Map(rows.map((row) => [row.dtc, row]));
  const rowsOfNumber = groupByNumber(rows);
  for (const { code, number, asWritten } of reported) {
    const byCode = code === null ? undefined : rowOfCode.get(code);
    const named = byCode ? [byCode] : number === null ? [] : (rowsOfNumber.get(number) ?? []);
    if (named.length === 0) found.missing.push(asWritten);
    for (const row of named) (isSelectable(row) ? found.chosen : found.locked).push(row.dtc);
  }
  return {
    chosen: [...new Set(found.chosen)],
    locked: [...new Set(found.locked)],
    missing: [...new Set(found.missing)],
  };
}
