import { sentence } from '../../contract/refusal.ts';
import type { Sentence } from '../../contract/texts.ts';
import type { DtcRow } from './dtc-session.ts';

/** Page size given by the specification. */
export const ROWS_PER_PAGE = 50;

/**
 * Formats a number like 0x0401: upper case, an even number of digits. Anything that is not a number is shown unchanged.
 */
export function hexText(value: number | string): string {
  const number = parseNumber(value);
  if (number === null) return String(value);
  const digits = number.toString(16).toUpperCase();
  return `0x${digits.length % 2 === 0 ? digits : `0${digits}`}`;
}

/** Formats the decimal number for the tooltip; null for anything that is not a number. */
export const decimalText = (value: number | string): string | null => parseNumber(value)?.toString() ?? null;

function parseNumber(value: number | string): number | null {
  if (typeof value === 'string' && !/^(\d+|0x[\dA-F]+)$/i.test(value)) return null;
  const number = Number(value);
  return Number.isSafeInteger(number) && number >= 0 ? number : null;
}

/** Returns false for rows that were OFF on arrival or that the portal does not switch: they stay as is (X-DTC-06). */
export const isSelectable = (row: Pick<DtcRow, 'status' | 'locked'>): boolean =>
  row.status === 'ON' && row.locked === null;

/** A row that was not chosen but shares all or some of its fault paths with the chosen codes in `by`. */
export interface Together {
  isWholly: boolean;
  by: string[];
}

/** Returns the codes that go off together with the chosen ones, by code. */
export function listTogether(
  rows: readonly Pick<DtcRow, 'dtc' | 'status' | 'entries' | 'off_entries'>[],
  selected: ReadonlySet<string>,
): ReadonlyMap<string, Together> {
  const offEntries = new Set(rows.flatMap(({ off_entries }) => off_entries));
  const chosenByEntry = new Map<number, string[]>();
  for (const { dtc, entries } of rows.filter((row) => selected.has(row.dtc))) {
    for (const entry of entries) chosenByEntry.set(entry, [...(chosenByEntry.get(entry) ?? []), dtc]);
  }
  const together = new Map<string, Together>();
  for (const { dtc, status, entries } of rows) {
    if (status === 'OFF' || selected.has(dtc)) continue;
    const by = [...new Set(entries.flatMap((entry) => chosenByEntry.get(entry) ?? []))];
    if (by.length === 0) continue;
    together.set(dtc, { isWholly: entries.every((entry) => chosenByEntry.has(entry) || offEntries.has(entry)), by });
  }
  return together;
}

type Shared = Pick<DtcRow, 'dtc' | 'status' | 'entries' | 'off_entries'>;

/** Returns all codes that a selection switches off: the chosen ones, and those that go off with them entirely. */
export const listSwitchedOff = (rows: readonly Shared[], selected: readonly string[]): string[] => [
  ...selected,
  ...[...listTogether(rows, new Set(selected))].filter(([, { isWholly }]) => isWholly).map(([dtc]) => dtc),
];

/** Returns the chosen codes to clear so that these codes are on again: also those that would take one along. */
export function listToClear(rows: readonly Shared[], selected: readonly string[], codes: readonly string[]): string[] {
  const cleared = new Set(codes);
  for (let isDone = false; !isDone;) {
    const left = new Set(selected.filter((code) => !cleared.has(code)));
    const together = listTogether(rows, left);
    const taking = codes.flatMap((code) =>
      together.get(code)?.isWholly === true ? (together.get(code)?.by ?? []) : [],
    );
    for (const code of taking) cleared.add(code);
    isDone = taking.length === 0;
  }
  return [...cleared];
}

/** Returns a row's state: chosen rows, and rows that go off with them entirely, are OFF as in the generated file. */
export const statusNow = (
  { dtc, status }: Pick<DtcRow, 'dtc' | 'status'>,
  selected: ReadonlySet<string>,
  together: ReadonlyMap<string, Together>,
): DtcRow['status'] => (selected.has(dtc) || together.get(dtc)?.isWholly === true ? 'OFF' : status);

/** Finds rows by code, number, hexadecimal form, status and description, ignoring case. */
export function findRows(rows: readonly DtcRow[], search: string, selected: ReadonlySet<string>): DtcRow[] {
  const query = search.trim().toLowerCase();
  if (query === '') return [...rows];
  const together = listTogether(rows, selected);
  const texts = (row: DtcRow) => [
    row.dtc,
    decimalText(row.dtc_int) ?? '',
    hexText(row.dtc_int),
    statusNow(row, selected, together),
    row.info ?? '',
    row.maker_number ?? '',
  ];
  return rows.filter((row) => texts(row).some((text) => text.toLowerCase().includes(query)));
}

/** Counts the engine functions that the selectable rows watch, the most frequent function first. */
export function countFunctions(rows: readonly DtcRow[]): { name: string; codes: string[] }[] {
  const codesByFunction = new Map<string, string[]>();
  for (const { dtc, functions } of rows.filter(isSelectable)) {
    for (const name of functions) codesByFunction.set(name, [...(codesByFunction.get(name) ?? []), dtc]);
  }
  return [...codesByFunction]
    .map(([name, codes]) => ({ name, codes }))
    .sort((one, other) => other.codes.length - one.codes.length);
}

/** Counts the reasons why rows cannot be chosen, the most frequent first. */
export function countLocks(rows: readonly Pick<DtcRow, 'locked'>[]): { reason: Sentence; count: number }[] {
  const counts = new Map<string, { reason: Sentence; count: number }>();
  for (const { locked } of rows) {
    if (locked === null) continue;
    // Each of these rows names a different code; they are counted as one reason.
    const reason = locked.code === BLOCKED_WITH ? sentence('errors.dtc-off.blocked_with_others') : locked;
    const { count } = counts.get(reason.message) ?? { count: 0 };
    counts.set(reason.message, { reason, count: count + 1 });
  }
  return [...counts.values()].sort((one, other) => other.count - one.count);
}

const BLOCKED_WITH = 'dtc-off.blocked_with';

type Numbered = Pick<DtcRow, 'dtc' | 'dtc_int' | 'maker_number'>;

const CODE = /^[PCBU][0-3][0-9A-F]{3}$/;

/** A row's manufacturer's numbers in capitals: 4A7D where it has no other code, 2A01 and 2A02 of "2A01 2A02". */
const makersNumbers = ({ dtc, maker_number }: Numbered): string[] => [
  ...(CODE.test(dtc) ? [] : [dtc.toUpperCase()]),
  ...(maker_number ?? '')
    .toUpperCase()
    .split(/[^0-9A-Z]+/)
    .filter((number) => number !== ''),
];

type Groups<Row> = Map<string, Row[]>;

function addTo<Row>(groups: Groups<Row>, number: string, row: Row): void {
  const group = groups.get(number) ?? [];
  if (group.at(-1) !== row) group.push(row);
  groups.set(number, group);
}

/** The word of a row as stored in the file: 0401. */
const wordOf = ({ dtc_int }: Numbered): string => dtc_int.toString(16).toUpperCase().padStart(4, '0');

/**
 * How the codes of this file are named, for `readReport`: by the manufacturer's testers, and by the words of its table.
 */
export const ownNumbers = (rows: readonly Numbered[]): ReadonlySet<string> => new Set(rows.flatMap(makersNumbers));
export const ownWords = (rows: readonly Numbered[]): ReadonlySet<string> => new Set(rows.map(wordOf));

/** A code in a report, or a manufacturer's number whose code is unknown. */
type Reported = { code: string | null; number: string | null; asWritten: string };

/**
 * A number that can name codes in two ways. It is read as the manufacturer's, because that is what its testers print; in
 * a list behind a code, as the code that it makes with the letter of that one.
 */
export interface Ambiguous {
  asWritten: string;
  taken: string[];
  /** Codes that have this number or word in the file; they are not taken. */
  other: string[];
}

/**
 * Matches a tester's report with this file: codes chosen, codes found but not selectable, and codes that are missing.
 */
export function matchReport(
  rows: readonly (Numbered & Pick<DtcRow, 'status' | 'locked'>)[],
  reported: readonly Reported[],
) {
  type Row = (typeof rows)[number];
  const [byCode, byNumber, byWord]: [Map<string, Row>, Groups<Row>, Groups<Row>] = [new Map(), new Map(), new Map()];
  for (const row of rows) {
    byCode.set(row.dtc, row);
    for (const number of makersNumbers(row)) addTo(byNumber, number, row);
    addTo(byWord, wordOf(row), row);
  }
  const found = { chosen: new Set<string>(), locked: new Set<string>(), missing: new Set<string>() };
  const several = new Map<string, string[]>();
  const ambiguous = new Map<string, Ambiguous>();
  for (const { code, number, asWritten } of reported) {
    const own = code === null ? undefined : byCode.get(code);
    const makers = number === null ? [] : (byNumber.get(number) ?? []);
    const words = own || number === null ? [] : (byWord.get(number.padStart(4, '0')) ?? []);
    const named = own ? [own] : makers.length > 0 ? makers : words;
    if (named.length === 0) found.missing.add(asWritten);
    for (const row of named) (isSelectable(row) ? found.chosen : found.locked).add(row.dtc);
    const taken = named.map(({ dtc }) => dtc);
    if (taken.length > 1) several.set(asWritten, taken);
    const other = [...makers, ...words].filter((row) => !named.includes(row)).map(({ dtc }) => dtc);
    if (other.length > 0) ambiguous.set(asWritten, { asWritten, taken, other });
  }
  return {
    chosen: [...found.chosen],
    locked: [...found.locked],
    missing: [...found.missing],
    /** Numbers that several codes in the file share; all of those codes are taken. */
    several: [...several].map(([asWritten, codes]) => ({ asWritten, codes })),
    ambiguous: [...ambiguous.values()],
  };
}
