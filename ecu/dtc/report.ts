import { foldLookAlikes } from './look-alikes.ts';
import { endWithState, findCodes, findHexWords } from './report-codes.ts';
import { findInLines, makerNumber, ABOUT_BMW } from './report-lines.ts';
import { MAX_HITS, NOT_IN_WORD, WORD_ENDS, type Hit, type Known, type ReportedCode, UNIT } from './reported-code.ts';
import { codeOfVagNumber, codeOfVagSixDigits } from './spelling.ts';

export type { ReportedCode };

/** The trouble codes of a pasted text or an order. What looks like a code is in one of the two lists. */
export type Report = {
  /** In the order in which they are written, each once. */
  codes: ReportedCode[];
  /** What looks like a code and could not be read, as written; a range of too many codes, too. */
  notUnderstood: string[];
  /** All other words, for a check that accounts for a whole order. */
  otherWords: string[];
};

/** No tester writes more; anything beyond this is not read. */
const reportLimit = 2_000_000;
const MAX_CODES = 1000;

/** Four to six hexadecimal digits, of which at least one is a letter and at least one is not. */
const mixedNumber = new RegExp(`${NOT_IN_WORD}(?=[A-F]{0,5}[0-9])(?=[0-9]{0,5}[A-F])[0-9A-F]{4,6}${WORD_ENDS}`, 'gi');

const noNumbers: ReadonlySet<string> = new Set();

/**
 * Reads every trouble code of a text. Letters that look like those of a code count as them, ranges and lists are
 * written out. Numbers without a letter count as codes only where nothing else is likely: in a line shaped like a
 * tester's, next to their P code, or in a list of nothing but codes. `own` are the maker's numbers of the file that
 * the report is for, `words` the words of its table in four digits or more, both in capitals: those need less context.
 */
export function readReport(
  whole: string,
  own: ReadonlySet<string> = noNumbers,
  words: ReadonlySet<string> = noNumbers,
): Report {
  const { text, written } = foldLookAlikes(whole.slice(0, reportLimit));
  const known: Known = { own, words };
  const { hits: spelled, doubts } = findCodes(text, own);
  const isSpelled = placesIn(spelled);
  const others = [findHexWords(text, known), findInLines(text, known), findOwn(text, own)]
    .flatMap(takeHits)
    .filter(({ at }) => !isSpelled(at));
  const hits = [...spelled, ...others].sort((one, other) => one.at - other.at);
  const places = hits.map(({ at, end }) => ({ at, end: endWithState(text, end) }));
  const rest = blankOut(
    text,
    [...places, ...doubts].sort((one, other) => one.at - other.at),
  );
  const codes = new Map<string, ReportedCode>();
  for (const hit of hits) {
    const key = hit.code ?? `number ${hit.number}`;
    if (!codes.has(key)) codes.set(key, toReportedCode(hit, written));
  }
  const unread = [...doubts, ...findLookingLikeCodes(rest, new Set(hits.map(({ code }) => code)))].sort(
    (one, other) => one.at - other.at,
  );
  const notUnderstood = [...new Set(unread.map(({ at, end }) => written(at, end).asWritten))];
  const isCut = notUnderstood.length > MAX_DOUBTS || codes.size > MAX_CODES;
  return {
    codes: [...codes.values()].slice(0, MAX_CODES),
    notUnderstood: [...notUnderstood.slice(0, MAX_DOUBTS), ...(isCut ? ['…'] : [])],
    otherWords: listWords(blankOut(rest, unread)),
  };
}

/** Hits of a range are named after their code, because nothing in the text is spelled like it. */
function toReportedCode(hit: Hit, written: ReturnType<typeof foldLookAlikes>['written']): ReportedCode {
  const { at, end, ...reported } = hit;
  const { offset, asWritten } = written(at, end);
  return { ...reported, asWritten: hit.kind === 'in a range' ? (hit.code ?? asWritten) : asWritten, offset };
}

/** In "U0100, 0101" the number is a code of the list, whatever else it could name. */
function placesIn(hits: readonly Hit[]): (at: number) => boolean {
  const taken = new Set(hits.map(({ at }) => at));
  return (at) => taken.has(at);
}

function takeHits(found: Iterable<Hit>): Hit[] {
  const taken: Hit[] = [];
  for (const hit of found) {
    taken.push(hit);
    if (taken.length === MAX_HITS) break;
  }
  return taken;
}

/** Finds numbers of the file that are not ordinary numbers or words, wherever they occur: 4A7D. */
function* findOwn(text: string, own: ReadonlySet<string>): Generator<Hit> {
  if (own.size === 0) return;
  for (const match of text.matchAll(mixedNumber)) {
    if (own.has(match[0].toUpperCase())) yield makerNumber(match[0], match[0], match.index);
  }
}

/** Reads the codes of a text by name, those without one by the maker's number, and what was not understood. */
export function readCodeNames(text: string): { codes: string[]; notUnderstood: string[] } {
  const { codes, notUnderstood } = readReport(text);
  return { codes: codes.flatMap(({ code, number }) => code ?? number ?? []), notUnderstood };
}

type Place = { at: number; end: number };

/** Replaces what has been read by spaces, so that places stay the same. */
function blankOut(text: string, places: readonly Place[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const place of places) {
    if (place.end <= at) continue;
    const from = Math.max(at, place.at);
    parts.push(text.slice(at, from), ' '.repeat(place.end - from));
    at = place.end;
  }
  return [...parts, text.slice(at)].join('');
}

/** A letter of a code and digits that do not make one: P040, P04XX, P4401, P0401Z, PX2002, C12345, POIlO1. */
const almostCode = `P[A-Za-z]\\d{4}|P(?=[0-9A-Za-z]{0,7}\\d[0-9A-Za-z]{0,7}\\d)[0-9OoIl][0-9A-Za-z]{2,8}|[CBU][0-9OoIl](?=[0-9A-Za-z]{0,3}\\d[0-9A-Za-z]{0,3}\\d)[0-9A-FXa-fxOoIl]{3,5}|[PCBU](?=[OoIl]{0,3}\\d)[0-9OoIl]{4}`;
/** P 04 01, P0 401, U 0100 */
const apart = `P[-._:#/ ]{0,2}\\d(?:[-._ ]?\\d){2,6}|[CBU][-._:#/ ]{1,2}[0-3]\\d{3}`;
/** A code inside a longer word that is not as long as a vehicle's or a part's number: XP0401. */
const inside = `(?=[A-Za-z0-9_]{6,9}${WORD_ENDS})[A-Za-z0-9_]{0,4}[PCBUpcbu][0-3][0-9A-Fa-f]{0,2}\\d[0-9A-Fa-f]{0,2}[A-Za-z0-9_]{0,4}`;
/** $1402, 2002h */
const hexWord = `\\$[0-9A-Fa-f]{3,6}|\\d[0-9A-Fa-f]{3}h`;
/** 0401, 16785, 008213, 29CD */
const number = `0[0-9A-Fa-f]{3}|[01]\\d{4,5}|[2-5](?=[0-9]{0,2}[A-Fa-f])[0-9A-Fa-f]{3}|[2-5]\\d{3}`;
const looksLikeCode = new RegExp(
  `${NOT_IN_WORD}(?:${almostCode}|${apart}|${inside}|${hexWord}|${number})${WORD_ENDS}`,
  'gi',
);

/** Longer lists are not read by anyone. */
const MAX_DOUBTS = 100;

/** Finds what looks like a code in a text in which everything that was read is blank, and is none of those read. */
function* findLookingLikeCodes(text: string, read: ReadonlySet<string | null>): Generator<Place> {
  const about = { isAboutBmw: ABOUT_BMW.test(text), read };
  for (const match of text.matchAll(looksLikeCode)) {
    const place = { at: match.index, end: match.index + match[0].length };
    if (UNIT.test(text.slice(place.end, place.end + 12).trimStart())) continue;
    if (!/^\d/.test(match[0]) || mayBeCode(text, place, about)) yield place;
  }
}

/** Whether a number without a letter may be a code, and is no part of a date, a telephone number or a value. */
function mayBeCode(
  text: string,
  { at, end }: Place,
  { isAboutBmw, read }: { isAboutBmw: boolean; read: ReadonlySet<string | null> },
): boolean {
  if (/[+.:/-]$/.test(text.slice(Math.max(0, at - 1), at)) || /^[.:/-]\d/.test(text.slice(end, end + 2))) return false;
  const digits = text.slice(at, end);
  if (/^\d{5,6}$/.test(digits)) {
    const code = digits.length === 5 ? codeOfVagNumber(Number(digits)) : codeOfVagSixDigits(digits);
    return code !== null && !read.has(code);
  }
  return !/^[2-5]\d{3}$/.test(digits) || (isAboutBmw && !/^20\d\d$/.test(digits));
}

/** Words that the check of a finished file names as well: one of them may be a code that is not recognised. */
const MAX_WORDS = 1000;

function listWords(text: string): string[] {
  const words = new Set<string>();
  for (const [word] of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    words.add(word);
    if (words.size === MAX_WORDS) break;
  }
  return [...words];
}
