import { MAX_HITS, UNIT, type Hit, type Known } from './reported-code.ts';
import { codeOfVagNumber, codeOfVagSixDigits, codeOfWord } from './spelling.ts';

const MAX_LINES = 20_000;

/** A code with nothing around it; it only marks a line as a list, since the code itself is found elsewhere. */
const codeAlone =
  /^[PCBU][-._']?[0-3OIl][-._'0-9A-FOIl]{3,4}(?:[0-9A-F]{2})?(?:[-:][0-9A-F]{2})?(?:[-/][PCBU]?[0-3][0-9A-F]{3}){0,2}$|^(?:[PCBU][0-3][0-9A-F]{3}){2,3}$/i;
const hexAlone = /^(?:0x[0-9A-F]{4,6}|\$[0-9A-F]{4}|0[0-9A-F]{3}h)$/i;
/** 0x72, the way short words are shown: only read in a list of codes, because elsewhere it is a status. */
const shortPrefixed = /^0x([0-9A-F]{2,3})$/i;
/** "1." or "DDE:" before the number itself. */
const itemStart = /^\s{0,20}(?:\d{1,3}[.)]\s{1,4}|(?:DDE|DME)\d{0,2}\s?[:.-]\s{0,4})/i;
/** 17965 - Charge pressure, 17965: charge pressure, 008213 - Intake flap: how VCDS and others begin a line. */
const vagLine = /^\s{0,20}(\d{5,6})\s{0,4}[-:](?=\s|\p{L}|$)/u;
/** The same further on in a line that began with one. */
const vagInLine = /(?<=[\s,;])(\d{5,6})\s{0,4}[-:](?=\s|\p{L}|$)/gu;
/** 4507 Air mass, 4507: air mass, 4507 alone on its line: only a number that is known to be in the file. */
const ownLine = /^\s{0,20}([0-9A-F]{2,6})(?:(?:[ \t]{0,4}[-:])?[ \t]{1,8}(?=(\S{0,12}))|:?\s{0,8}$)/i;
/** 29CD Misfire, cylinder 1: how INPA and ISTA begin a line. */
const bmwLine = /^\s{0,20}([2-5][0-9A-F]{3})(?:[ \t]{1,8}|: |\t)(?=(\S{0,12}))/;
const bmwNumber = /^[2-5][0-9A-F]{3}$/i;
const year = /^(?:19|20)\d\d$/;
const digitsOnly = /^\d+$/;
export const ABOUT_BMW = /\b(?:BMW|INPA|ISTA|Rheingold|DDE|DME|MINI|Carly|BimmerLink)\b/i;

type About = { known: Known; isAboutBmw: boolean };

/**
 * Finds numbers without a letter where nothing else is likely: in a line shaped like a tester's, or in a list of
 * nothing but codes.
 */
export function* findInLines(text: string, known: Known): Generator<Hit> {
  const about = { known, isAboutBmw: ABOUT_BMW.test(text) };
  const perhaps: Hit[] = [];
  let isNothingButLists = true;
  let lines = 0;
  for (const { line, lineAt } of splitLines(text)) {
    lines += 1;
    const start = itemStart.exec(line)?.[0] ?? '';
    const list = readList(line, lineAt, known) ?? (start === '' ? null : readItem(line, lineAt, { start, known }));
    if (list === null) {
      isNothingButLists = false;
      yield* readTesterLine(line, lineAt, start, about);
    } else if (list.isSure) yield* list.numbers;
    else if (list.numbers.every(({ number }) => number !== null && number.length > 3 && known.own.has(number))) {
      yield* list.numbers;
    } else if (isNothingButLists) for (const number of list.numbers) perhaps.push(number);
    if (lines === MAX_LINES || perhaps.length > MAX_HITS) break;
  }
  // A number alone on a line of a report may be a mileage; in a text of nothing but codes it is a code.
  if (isNothingButLists) yield* perhaps;
}

function* splitLines(text: string): Generator<{ line: string; lineAt: number }> {
  for (const match of text.matchAll(/[^\r\n]+/g)) yield { line: match[0], lineAt: match.index };
}

/** The numbers of a line that holds nothing but codes. `isSure`: one of them can be nothing else. */
type List = { numbers: Hit[]; isSure: boolean };

function readList(line: string, lineAt: number, known: Known): List | null {
  const list: List = { numbers: [], isSure: false };
  for (const match of line.matchAll(/[^\s,;|]+/g)) {
    const token = match[0];
    // Longer than any code. Stopping here also makes a line of a megabyte cheap.
    if (token.length > 16) return null;
    const at = lineAt + match.index;
    const short = shortPrefixed.exec(token)?.[1];
    if (codeAlone.test(token) || hexAlone.test(token) || short !== undefined) {
      list.isSure = true;
      if (short !== undefined && isKnown(short, known)) list.numbers.push(makerNumber(short, token, at));
      continue;
    }
    const number = readNumber(token, at, known);
    // 16785/P0401 is read elsewhere; here it only marks the line as a list.
    if (number === null && !/^\d{5}\/P\d{4}$/i.test(token)) return null;
    if (number === null || !digitsOnly.test(token)) list.isSure = true;
    if (number !== null) list.numbers.push(number);
    if (list.numbers.length > MAX_HITS) return null;
  }
  return list;
}

/** Reads "1. 4530" and "DDE: 4530, 4507": behind such a beginning, a number is a code. */
function readItem(line: string, lineAt: number, { start, known }: { start: string; known: Known }): List | null {
  const list = readList(line.slice(start.length), lineAt + start.length, known);
  return list === null || list.numbers.length === 0 ? null : { ...list, isSure: true };
}

const readNumber = (token: string, at: number, known: Known): Hit | null =>
  ownHit(token, at, known.own) ??
  vagNumber(token, at) ??
  bmwHit(token, at) ??
  wordHit(token, at, known) ??
  bareWord(token, at);

const isKnown = (digits: string, { own, words }: Known): boolean =>
  own.has(digits.toUpperCase()) || words.has(digits.toUpperCase().padStart(4, '0'));

function readTesterLine(line: string, lineAt: number, start: string, { known, isAboutBmw }: About): Hit[] {
  const head = line.slice(start.length, start.length + 64);
  const headAt = lineAt + start.length;
  const [, token = '', behind = ''] = known.own.size + known.words.size === 0 ? [] : (ownLine.exec(head) ?? []);
  const isName = token.length > 3 && !UNIT.test(behind) && /^(?:\p{L}|$)/u.test(behind);
  const ownNumber = isName ? ownLineHit(token, headAt + head.indexOf(token), known) : null;
  if (ownNumber !== null) return [ownNumber];
  if (vagLine.test(head)) return readVagLine(line, lineAt, start);
  const [, digits = '', next = ''] = bmwLine.exec(head) ?? [];
  if (digits === '' || UNIT.test(next) || !/^\p{L}/u.test(next)) return [];
  if (digitsOnly.test(digits) && !isAboutBmw && start === '') return [];
  const hit = bmwHit(digits, headAt + head.indexOf(digits));
  return hit === null ? [] : [hit];
}

function readVagLine(line: string, lineAt: number, start: string): Hit[] {
  const head = line.slice(start.length, start.length + 64);
  const first = vagLine.exec(head)?.[1] ?? '';
  const hit = vagNumber(first, lineAt + start.length + head.indexOf(first));
  if (hit === null) return [];
  const others = [...line.matchAll(vagInLine)].slice(0, MAX_HITS).flatMap((match) => {
    return vagNumber(match[1] ?? '', lineAt + match.index) ?? [];
  });
  return [hit, ...others.filter(({ at }) => at > hit.at)];
}

function vagNumber(digits: string, at: number): Hit | null {
  const code = /^\d{5}$/.test(digits) ? codeOfVagNumber(Number(digits)) : codeOfVagSixDigits(digits);
  if (code === null) return null;
  return { kind: 'vag number', code, number: digits, failureType: null, at, end: at + digits.length };
}

/** Finds a number of the file. Volkswagen's own digits are a spelling of a code and are read as that code instead. */
function ownHit(token: string, at: number, own: ReadonlySet<string>): Hit | null {
  if (!own.has(token.toUpperCase()) || vagNumber(token, at) !== null) return null;
  return makerNumber(token, token, at);
}

/** At the beginning of a line, a number of the file only needs a word after it: 16785 Exhaust gas recirculation. */
function ownLineHit(token: string, at: number, { own, words }: Known): Hit | null {
  if (own.has(token.toUpperCase())) return ownHit(token, at, own) ?? vagNumber(token, at);
  // 0401 and C100 are codes; 2010 may as well be a year, and 1200 a speed.
  return /^0|[A-F]/i.test(token) ? wordHit(token, at, { own, words }) : null;
}

/** A word of the table as four digits: 0401 for P0401. */
const wordHit = (token: string, at: number, { words }: Known): Hit | null =>
  words.has(token.toUpperCase()) ? makerNumber(token, token, at) : null;

/** 0401, without any letter: in a list of codes, it is one. */
function bareWord(token: string, at: number): Hit | null {
  const code = /^0[0-9A-F]{3}$/i.test(token) ? codeOfWord(parseInt(token, 16)) : null;
  if (code === null) return null;
  return { kind: 'code', code, number: token.toUpperCase(), failureType: null, at, end: at + token.length };
}

/** Finds only numbers in the range that BMW uses, with a digit in them, and none that may be a year. */
const bmwHit = (token: string, at: number): Hit | null =>
  bmwNumber.test(token) && !year.test(token) ? makerNumber(token, token, at) : null;

export function makerNumber(digits: string, asWritten: string, at: number): Hit {
  const number = digits.toUpperCase();
  return { kind: 'maker number', code: null, number, failureType: null, at, end: at + asWritten.length };
}
