import { readReport } from '../../../../ecu/index.ts';
import type { CodeRow } from '../../analysis/server/analyse-file.ts';
import type { Findings } from '../../findings.ts';

type AskedCode = NonNullable<Findings['codes']>[number];
type State = AskedCode['state'];

/** A code or word that was ordered off, in every spelling that a table may use for it. */
export interface Asked {
  code: string;
  spellings: string[];
  /** False: the word is no trouble code, unless the file's own table contains it. */
  isRead: boolean;
}

/** Reads everything that a text orders off. No word is left out: an unreadable word may be a code that is still on. */
export function readAsked(text: string): Asked[] {
  const { codes, notUnderstood, otherWords } = readReport(text);
  const asked = new Map<string, Asked>();
  for (const { code, number, asWritten } of codes) {
    const name = code ?? number ?? asWritten;
    asked.set(name, { code: name, spellings: [code, number].filter((spelling) => spelling !== null), isRead: true });
  }
  for (const word of [...notUnderstood, ...otherWords]) {
    const spelling = word.toUpperCase();
    if (!asked.has(spelling)) asked.set(spelling, { code: word, spellings: [spelling], isRead: false });
  }
  return [...asked.values()];
}

/** Adds the codes that were chosen from a list: unlike those in the text, their number is not limited. */
export function withOrdered(asked: readonly Asked[], codes: readonly string[]): Asked[] {
  const named = new Set(asked.flatMap(({ spellings }) => spellings));
  const others = codes.filter((code) => !named.has(code));
  return [...asked, ...others.map((code) => ({ code, spellings: [code], isRead: true }))];
}

/** Returns whether a table may contain it only as its manufacturer's number: BMW's 2A01, Volkswagen's 16785. */
const mayBeMakerNumber = (asked: Asked) => asked.spellings.some((spelling) => /^[0-9A-F]*\d[0-9A-F]*$/.test(spelling));

/**
 * Returns the state in the table of everything ordered; `codes` are the spellings that were found by a row's own code.
 */
export function findStates(asked: readonly Asked[], codes: readonly { code: string; state: State }[]): AskedCode[] {
  const stateOf = new Map(codes.map(({ code, state }) => [code, state]));
  return asked.map(({ code, spellings, isRead }) => {
    const states = spellings.flatMap((spelling) => stateOf.get(spelling) ?? []);
    return { code, state: states.find((state) => state !== 'missing') ?? (isRead ? 'missing' : 'unread') };
  });
}

const isFound = ({ state }: AskedCode) => state !== 'missing' && state !== 'unread';

/** Lists what was found in no row by its code, but may be in one by its manufacturer's number. */
export const listLeft = (asked: readonly Asked[], found: readonly AskedCode[]): Asked[] =>
  asked.filter((one, index) => !isFound(found[index] as AskedCode) && mayBeMakerNumber(one));

/**
 * Finds the states of what is left by the rows' manufacturer's numbers; with null rows nothing could be read, so no
 * state is claimed.
 */
export function findByMakerNumber(left: readonly Asked[], rows: readonly CodeRow[] | null) {
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
  const asked = alone.length > 0 ? alone : rows;
  if (asked.some(({ state_known }) => !state_known)) return 'unknown';
  if (asked.every(({ status }) => status === 'OFF')) return 'off';
  return asked.every(({ status, partly_off }) => status === 'ON' && !partly_off) ? 'on' : 'partial';
}
