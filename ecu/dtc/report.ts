import { codeOfVagNumber, codeOfVagSixDigits } from './spelling.ts';

/** A trouble code, or a car maker's own number, in a pasted text. */
export type ReportedCode = {
  /** code: P0401. vag number: Volkswagen's 16785 or 008213. maker number: BMW's 29CD, of which no code is known. */
  kind: 'code' | 'vag number' | 'maker number';
  /** As Tunedesk spells it; null for a maker number. */
  code: string | null;
  /** The maker's own digits without 0x, in capitals; null for a code. */
  number: string | null;
  /** The failure type byte of P0401-1F and P040100, two hexadecimal digits. */
  failureType: string | null;
  asWritten: string;
  offset: number;
};

/** No tester writes more; anything beyond this is not read. */
export const reportLimit = 2_000_000;
const mostCodes = 1000;
/** Limit for each way of finding codes, repeated codes included. */
const mostMatches = 5000;
const mostLines = 20_000;

// No pattern here repeats without a limit, so the time depends on the length of a text and not on its content.
const notInWord = '(?<![A-Za-z0-9_\\u00C0-\\u024F])';
const wordEnds = '(?![A-Za-z0-9_\\u00C0-\\u024F])';
/** P0401, p0401, P 0401, PO401 with a letter O, and with the failure type right after it: P040100. */
const codePattern = `([PCBU])([0-3])([0-9A-F]{3})([0-9A-F]{2})?|(P) ([0-3])(\\d{3})|(P)(O)(\\d{3})`;
const codes = new RegExp(`(?=[PCBU][ 0-3O])${notInWord}(?:${codePattern})${wordEnds}`, 'gi');
const codeAlone = new RegExp(`^(?:${codePattern})(?:[-:][0-9A-F]{2})?$`, 'i');
/** P0401-1F, P0401:1F, and P0401 00 [008], but not the 35-00 of "P1557-35-00", which is a state. */
const failureTypeBehind = /[-:]([0-9A-F]{2})(?![-:]?[0-9A-Z])| ([0-9A-F]{2})(?= ?\[)/iy;

const prefixed = new RegExp(`(?=0x)${notInWord}0x([0-9A-F]{4}(?:[0-9A-F]{2})?)${wordEnds}`, 'gi');
/** 0x72, the way short words are shown: only read in a list of codes, because elsewhere it is a status. */
const shortPrefixed = /^0x([0-9A-F]{2,3})$/i;
/** Four to six hexadecimal digits, of which at least one is a letter and at least one is not. */
const mixedNumber = new RegExp(`${notInWord}(?=[A-F]{0,5}[0-9])(?=[0-9]{0,5}[A-F])[0-9A-F]{4,6}${wordEnds}`, 'gi');
/** 16785/P0401, 16785 - P0401, 16785 (P0401): two spellings of one code, looking back from the second. */
const numberBefore = /(?<![A-Za-z0-9_\u00C0-\u024F])(\d{5}) ?[-/(] ?$/;
const longestBefore = 10;
/** 17965 - Charge pressure, 008213 - Intake flap: how VCDS begins a line. */
const vagLine = /^\s{0,20}(\d{5,6})\s{1,4}-\s/;
/** 4507 Air mass, 4507: air mass, 4507 alone on its line: only a number that is known to be in the file. */
const ownLine = /^\s{0,20}([0-9A-F]{2,6})(?:(?:[ \t]{0,4}[-:])?[ \t]{1,8}(?=(\S{0,12}))|:?\s{0,8}$)/i;
/** 29CD Misfire, cylinder 1: how INPA and ISTA begin a line. */
const bmwLine = /^\s{0,20}([2-5][0-9A-F]{3})(?:[ \t]{1,8}|: |\t)(?=(\S{0,12}))/;
const bmwNumber = /^[2-5][0-9A-F]{3}$/i;
const year = /^(?:19|20)\d\d$/;
const digitsOnly = /^\d+$/;
const unit = /^(?:km|mi|miles|h|hrs?|rpm|u\/min|1\/min|mv|v|bar|mbar|hpa|mg|kg|kw|nm|ps|hp|cc|ccm|mm|%|eur|€|\$)\b/i;
const aboutBmw = /\b(?:BMW|INPA|ISTA|Rheingold|DDE|DME|MINI|Carly|BimmerLink)\b/i;

/**
 * Returns every trouble code of a text in the order in which they are written, each once. Numbers without a letter
 * count as codes only where nothing else is likely: in a line shaped like a tester's, next to their P code, or in a
 * list of nothing but codes. `own` are the maker's numbers of the file that the report is for, `words` the words of its
 * table in four digits or more, both in capitals: those need less context.
 */
export function readReport(
  whole: string,
  own: ReadonlySet<string> = noNumbers,
  words: ReadonlySet<string> = noNumbers,
): ReportedCode[] {
  const text = whole.slice(0, reportLimit);
  const known = { own, words };
  const finders = [findCodes(text), findPrefixed(text), findInLines(text, known), findOwn(text, own)];
  const hits = finders.flatMap(takeMatches);
  hits.sort((one, other) => one.offset - other.offset);
  const found = new Map<string, ReportedCode>();
  for (const hit of hits) {
    const key = hit.code ?? `number ${hit.number}`;
    if (!found.has(key)) found.set(key, hit);
    if (found.size === mostCodes) break;
  }
  return [...found.values()];
}

const noNumbers: ReadonlySet<string> = new Set();

/** How the file that the report is for names its codes. */
type Known = { own: ReadonlySet<string>; words: ReadonlySet<string> };

const isKnown = (digits: string, { own, words }: Known): boolean =>
  own.has(digits.toUpperCase()) || words.has(digits.toUpperCase().padStart(4, '0'));

function takeMatches(matches: Iterable<ReportedCode>): ReportedCode[] {
  const taken: ReportedCode[] = [];
  for (const match of matches) {
    taken.push(match);
    if (taken.length === mostMatches) break;
  }
  return taken;
}

function* findCodes(text: string): Generator<ReportedCode> {
  for (const match of text.matchAll(codes)) {
    const system = match[1] ?? match[5] ?? match[8] ?? '';
    const digit = match[2] ?? match[6] ?? '0';
    const code = `${system}${digit}${match[3] ?? match[7] ?? match[10] ?? ''}`.toUpperCase();
    if (/^[PCBU]0000$/.test(code)) continue;
    const number = findNumberBefore(text, match.index, code);
    if (number !== null) yield number;
    failureTypeBehind.lastIndex = match.index + match[0].length;
    const behind = match[4] === undefined ? failureTypeBehind.exec(text) : null;
    const failureType = match[4] ?? behind?.[1] ?? behind?.[2] ?? null;
    const asWritten = match[0] + (behind?.[0] ?? '');
    const spelled = { kind: 'code', code, number: null, failureType: failureType?.toUpperCase() ?? null } as const;
    yield { ...spelled, asWritten, offset: match.index };
  }
}

function* findPrefixed(text: string): Generator<ReportedCode> {
  for (const match of text.matchAll(prefixed)) yield makerNumber(match[1] ?? '', match[0], match.index);
}

/** Finds numbers of the file that are not ordinary numbers or words, wherever they occur: 4A7D. */
function* findOwn(text: string, own: ReadonlySet<string>): Generator<ReportedCode> {
  if (own.size === 0) return;
  for (const match of text.matchAll(mixedNumber)) {
    if (own.has(match[0].toUpperCase())) yield makerNumber(match[0], match[0], match.index);
  }
}

/** Finds Volkswagen's number right before a code, if it stands for the same code. */
function findNumberBefore(text: string, offset: number, code: string): ReportedCode | null {
  const before = numberBefore.exec(text.slice(Math.max(0, offset - longestBefore), offset));
  if (before === null) return null;
  const hit = vagNumber(before[1] ?? '', offset - before[0].length);
  return hit?.code === code ? hit : null;
}

function* findInLines(text: string, known: Known): Generator<ReportedCode> {
  const { own } = known;
  const isAboutBmw = aboutBmw.test(text);
  const perhaps: ReportedCode[] = [];
  let isNothingButLists = true;
  let lines = 0;
  for (const { line, lineAt } of linesOf(text)) {
    lines += 1;
    const list = readList(line, lineAt, known);
    if (list === null) {
      isNothingButLists = false;
      yield* readTesterLine(line, lineAt, { isAboutBmw, known });
    } else if (list.hasHexDigits) yield* list.numbers;
    else if (list.numbers.every(({ number }) => number !== null && number.length > 3 && own.has(number))) {
      yield* list.numbers;
    } else if (isNothingButLists) for (const number of list.numbers) perhaps.push(number);
    if (lines === mostLines || perhaps.length > mostMatches) break;
  }
  // A number alone on a line of a report may be a mileage; in a text of nothing but codes it is a code.
  if (isNothingButLists) yield* perhaps;
}

function* linesOf(text: string): Generator<{ line: string; lineAt: number }> {
  for (const match of text.matchAll(/[^\r\n]+/g)) yield { line: match[0], lineAt: match.index };
}

/** Returns the numbers of a line that holds nothing but codes; null for any other line. */
function readList(
  line: string,
  lineAt: number,
  known: Known,
): { numbers: ReportedCode[]; hasHexDigits: boolean } | null {
  const numbers: ReportedCode[] = [];
  let hasHexDigits = false;
  for (const match of line.matchAll(/[^\s,;|]+/g)) {
    const token = match[0];
    // Longer than any code. Stopping here also makes a line of a megabyte cheap.
    if (token.length > 16) return null;
    const at = lineAt + match.index;
    const short = shortPrefixed.exec(token)?.[1];
    if (codeAlone.test(token) || short !== undefined || /^0x[0-9A-F]{4,6}$/i.test(token)) {
      hasHexDigits = true;
      if (short !== undefined && isKnown(short, known)) numbers.push(makerNumber(short, token, at));
      continue;
    }
    const number =
      ownHit(token, at, known.own) ?? vagNumber(token, at) ?? bmwHit(token, at) ?? wordHit(token, at, known);
    // 16785/P0401 is read elsewhere; here it only marks the line as a list.
    if (number === null && !/^\d{5}\/P\d{4}$/i.test(token)) return null;
    if (number === null || !digitsOnly.test(token)) hasHexDigits = true;
    if (number !== null) numbers.push(number);
    if (numbers.length > mostMatches) return null;
  }
  return { numbers, hasHexDigits };
}

type ReportFor = { isAboutBmw: boolean; known: Known };

function readTesterLine(line: string, lineAt: number, { isAboutBmw, known }: ReportFor): ReportedCode[] {
  const start = line.slice(0, 64);
  const [, token = '', behind = ''] = known.own.size + known.words.size === 0 ? [] : (ownLine.exec(start) ?? []);
  const isName = token.length > 3 && !unit.test(behind) && /^(?:\p{L}|$)/u.test(behind);
  const ownNumber = isName ? ownLineHit(token, lineAt + line.indexOf(token), known) : null;
  if (ownNumber !== null) return [ownNumber];
  const vag = vagLine.exec(start);
  if (vag !== null) {
    const hit = vagNumber(vag[1] ?? '', lineAt + line.indexOf(vag[1] ?? ''));
    return hit === null ? [] : [hit];
  }
  const bmw = bmwLine.exec(start);
  const [, digits = '', next = ''] = bmw ?? [];
  if (bmw === null || unit.test(next) || !/^\p{L}/u.test(next)) return [];
  if (digitsOnly.test(digits) && !isAboutBmw) return [];
  const hit = bmwHit(digits, lineAt + line.indexOf(digits));
  return hit === null ? [] : [hit];
}

function vagNumber(digits: string, offset: number): ReportedCode | null {
  const code = /^\d{5}$/.test(digits) ? codeOfVagNumber(Number(digits)) : codeOfVagSixDigits(digits);
  if (code === null) return null;
  return { kind: 'vag number', code, number: digits, failureType: null, asWritten: digits, offset };
}

/** Finds a number of the file. Volkswagen's own digits are a spelling of a code and are read as that code instead. */
function ownHit(token: string, offset: number, own: ReadonlySet<string>): ReportedCode | null {
  if (!own.has(token.toUpperCase()) || vagNumber(token, offset) !== null) return null;
  return makerNumber(token, token, offset);
}

/** At the beginning of a line, a number of the file only needs a word after it: 16785 Exhaust gas recirculation. */
function ownLineHit(token: string, offset: number, { own, words }: Known): ReportedCode | null {
  if (own.has(token.toUpperCase())) return ownHit(token, offset, own) ?? vagNumber(token, offset);
  // 0401 and C100 are codes; 2010 may as well be a year, and 1200 a speed.
  return /^0|[A-F]/i.test(token) ? wordHit(token, offset, { own, words }) : null;
}

/** A word of the table as four digits: 0401 for P0401. */
function wordHit(token: string, offset: number, { words }: Known): ReportedCode | null {
  return words.has(token.toUpperCase()) ? makerNumber(token, token, offset) : null;
}

/** Finds only numbers in the range that BMW uses, with a digit in them, and none that may be a year. */
function bmwHit(token: string, offset: number): ReportedCode | null {
  return bmwNumber.test(token) && !year.test(token) ? makerNumber(token, token, offset) : null;
}

function makerNumber(digits: string, asWritten: string, offset: number): ReportedCode {
  const number = digits.toUpperCase();
  return { kind: 'maker number', code: null, number, failureType: null, asWritten, offset };
}
