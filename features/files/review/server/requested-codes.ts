import { readReport } from '../../../../ecu/dtc/report.ts';
import type { CodeRow } from '../../analysis/server/code-row.ts';
import type { Findings } from '../../findings.ts';

type RequestedState = NonNullable<Findings['codes']>[number];
type State = RequestedState['state'];

/** A code or word that was ordered off, in every spelling that a table may use for it. */
export interface RequestedCode {
  code: string;
  spellings: string[];
  /** False: the word is no trouble code, unless the file's own table contains it. */
  isRead: boolean;
}

/** Reads everything that a text orders off. No word is left out: an unreadable word may be a code that is still on. */
export function parseRequestedCodes(text: string): RequestedCode[] {
  const { codes, notUnderstood, otherWords } = readReport(text);
  const requested = new Map<string, RequestedCode>();
  for (const { code, number, asWritten } of codes) {
    const name = code ?? number ?? asWritten;
    requested.set(name, {
      code: name,
      spellings: [code, number].filter((spelling) => spelling !== null),
      isRead: true,
    });
  }
  for (const word of [...notUnderstood, ...otherWords]) {
    const spelling = word.toUpperCase();
    if (!requested.has(spelling)) requested.set(spelling, { code: word, spellings: [spelling], isRead: false });
  }
  return [...requested.values()];
}

/** Adds the codes that were chosen from a list: unlike those in the text, their number is not limited. */
export function withOrdered(requested: readonly RequestedCode[], codes: readonly string[]): RequestedCode[] {
  const named = new Set(requested.flatMap(({ spellings }) => spellings));
  const others = codes.filter((code) => !named.has(code));
  return [...requested, ...others.map((code) => ({ code, spellings: [code], isRead: true }))];
}

/** Returns whether a table may contain it only as its manufacturer's number: BMW's 2A01, Volkswagen's 16785. */
const mayBeMakerNumber = (requested: RequestedCode) =>
  requested.spellings.some((spelling) => /^[0-9A-F]*\d[0-9A-F]*$/.test(spelling));

/**
 * Returns the state in the table of everything ordered; `codes` are the spellings that were found by a row's own code.
 */
export function findStates(
  requested: readonly RequestedCode[],
  codes: readonly { code: string; state: State }[],
): RequestedState[] {
  const stateByCode = new Map(codes.map(({ code, state }) => [code, state]));
  return requested.map(({ code, spellings, isRead }) => {
    const states = spellings.flatMap((spelling) => stateByCode.get(spelling) ?? []);
    return { code, state: states.find((state) => state !== 'missing') ?? (isRead ? 'missing' : 'unread') };
  });
}

const isFound = ({ state }: RequestedState) => state !== 'missing' && state !== 'unread';

/** Lists what was found in no row by its code, but may be in one by its manufacturer's number. */
export const listUnmatched = (requested: readonly RequestedCode[], found: readonly RequestedState[]): RequestedCode[] =>
  requested.filter((one, index) => !isFound(found[index] as RequestedState) && mayBeMakerNumber(one));

/**
 * Finds the states of what is left by the rows' manufacturer's numbers; with null rows nothing could be read, so no
 * state is claimed.
 */
export function findByMakerNumber(left: readonly RequestedCode[], rows: readonly CodeRow[] | null) {
  const states = new Map<string, State>();
  const codes: string[] = [];
  for (const { code, spellings } of left) {
    const own = rows?.filter((row) => numbersOf(row).some((number) => spellings.includes(number))) ?? [];
    codes.push(...own.map(({ dtc }) => dtc));
    if (rows === null) states.set(code, 'unknown');
    else if (own.length > 0) states.set(code, stateOfRows(own));
  }
  return { states, codes };
}

/** Some families separate several numbers by a comma, others by a space. */
const numbersOf = ({ maker_number }: CodeRow): string[] => maker_number?.split(/[\s,]+/) ?? [];

/** A row with several numbers may be on because of another one, so rows with only this number take precedence. */
function stateOfRows(rows: readonly CodeRow[]): State {
  const alone = rows.filter((row) => numbersOf(row).length === 1);
  const requested = alone.length > 0 ? alone : rows;
  if (requested.some(({ state_known }) => !state_known)) return 'unknown';
  if (requested.every(({ status }) => status === 'OFF')) return 'off';
  return requested.every(({ status, partly_off }) => status === 'ON' && !partly_off) ? 'on' : 'partial';
}
