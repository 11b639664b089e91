import { NOT_IN_WORD, UNIT, WORD_ENDS } from './reported-code.ts';
import { codeOfVagNumber, codeOfVagSixDigits } from './spelling.ts';
import { ABOUT_BMW } from './report-lines.ts';

type Place = { at: number; end: number };

/** Replaces what has been read by spaces, so that places stay the same. */
export function blankOut(text: string, places: readonly Place[]): string {
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
export const MAX_DOUBTS = 100;

/** Finds what looks like a code in a text in which everything that was read is blank, and is none of those read. */
export function* findLookingLikeCodes(text: string, read: ReadonlySet<string | null>): Generator<Place> {
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

export function listWords(text: string): string[] {
  const words = new Set<string>();
  for (const [word] of text.matchAll(/[\p{L}\p{N}]+/gu)) {
    words.add(word);
    if (words.size === MAX_WORDS) break;
  }
  return [...words];
}
