import { MAX_HITS, NOT_IN_WORD, UNIT, WORD_ENDS, type Doubt, type Hit, type Known } from './reported-code.ts';
import { codeOfVagNumber, codeOfWord, wordOfCode } from './spelling.ts';

// No pattern here repeats without a limit, so the time depends on the length of a text and not on its content.
/** Digits as they are written: with the letters O and l for 0 and 1. */
const FIRST = '[0-3OoIl]';
const HEX = '[0-9A-Fa-fOoIl]';
/** A sign that may stand inside a code: P-0401, P04.01. */
const SIGN = "[-._']";
/** P0401, P 0401, P-0401, PO4O1, and with the failure type right behind it: P040100. */
const codes = new RegExp(
  `${NOT_IN_WORD}([PCBUpcbu])(${SIGN}| )?(${FIRST}${SIGN}?${HEX}${SIGN}?${HEX}${SIGN}?${HEX})([0-9A-Fa-f]{2})?${WORD_ENDS}`,
  'g',
);
/** P0401P2002 */
const glued = new RegExp(`${NOT_IN_WORD}(?:[PCBU][0-3][0-9A-F]{3}){2,200}${WORD_ENDS}`, 'gi');
/** P0401-1F, P0401:1F, and P0401 00 [008], but not the 35-00 of "P1557-35-00", which is a state. */
const failureTypeBehind = /[-:]([0-9A-F]{2})(?![-:]?[0-9A-Z])| ([0-9A-F]{2})(?= ?\[)/iy;
/** The state and the rest of a line of VCDS: the -35-00 of "P1557-35-00", the [008] of "P0401 00 [008]". */
const stateBehind = /(?:[-:][0-9A-F]{2}(?![0-9A-Z])){1,3}(?: ?\[\d{1,4}\])?| ?\[\d{1,4}\]/iy;
/** 0x0401, $0401, 0401h */
const hexWords = new RegExp(
  `${NOT_IN_WORD}(?:0[xX]([0-9A-Fa-f]{4}(?:[0-9A-Fa-f]{2})?)|\\$([0-9A-Fa-f]{4})|((?=0|\\d{0,3}[A-Fa-f])\\d[0-9A-Fa-f]{3})[hH])${WORD_ENDS}`,
  'g',
);
/** 16785/P0401, 16785 - P0401, 16785 (P0401): two spellings of one code, looking back from the second. */
const numberBefore = /(?<![A-Za-z0-9_\u00C0-\u024F])(\d{5}) ?[-/(] ?$/;
const maxLengthBefore = 10;

const BETWEEN =
  '[ \\t]{0,3}(?:-{1,2}|\\.{2,3}|…|~|to|thru|through|until|till|bis|дo|do|a|à|al|hasta|jusqu.à)[ \\t]{0,3}';
const rangeSign = new RegExp(`^${BETWEEN}$`, 'i');
const AND = 'und|and|y|e|et|и|or|oder';
const conjunction = new RegExp(`^(?:${AND}) `, 'i');
/** The next of "P0401, 0402" or "P0401/0402", in which the letter is written once. */
const nextInList = new RegExp(`[ \\t]{0,3}(?:[,;/+&|]|${AND})[ \\t\\r\\n]{0,3}(${FIRST}${HEX}{3})${WORD_ENDS}`, 'y');
/** The same with nothing but a space, which may as well be followed by a year or a speed. */
const nextBehindSpace = new RegExp(`[ \\t]{1,3}(${FIRST}[0-9OoIl]{3}|0${HEX}{3})${WORD_ENDS}(?![-.:/]\\d)`, 'y');
/** The end of "P0300-0304" and "P0300-304". */
const endOfRange = new RegExp(`${BETWEEN}(${FIRST}${HEX}{3}|\\d{3})${WORD_ENDS}(?![-.:/]\\d)`, 'iy');
/** "P0401/02" and "P0300-4" are lists or ranges of which the writer alone knows the codes. */
const shortened = new RegExp(`(?:/\\d{1,3}|-\\d)${WORD_ENDS}`, 'y');

/** More are no range of faults of one kind, such as those of all cylinders. */
const MAX_RANGE = 100;

type FoundCodes = { hits: Hit[]; doubts: Doubt[] };

/**
 * Finds codes that are spelled with their letter, and the lists and ranges that begin with one. A number in such a list
 * that is one of the file's `own` is a hit with both: "P141F, 29F6" may be two codes, or a code and BMW's number.
 */
export function findCodes(text: string, own: ReadonlySet<string>): FoundCodes {
  const found: FoundCodes = { hits: [], doubts: [] };
  for (const start of [...matchCodes(text), ...matchGlued(text)].sort((one, other) => one.at - other.at)) {
    if ((found.hits.at(-1)?.end ?? 0) > start.at) continue;
    addRange(text, found, start);
    found.hits.push(start);
    addContinued(text, found, start, own);
    if (found.hits.length > MAX_HITS) break;
  }
  return found;
}

const spelled = (code: string, at: number, end: number): Hit => ({
  kind: 'code',
  code,
  number: null,
  failureType: null,
  at,
  end,
});

function* matchCodes(text: string): Generator<Hit> {
  let count = 0;
  for (const match of text.matchAll(codes)) {
    const [whole, system = '', sign = '', written = '', glue] = match;
    const code = readDigits(system, sign, written);
    if (code === null) continue;
    yield* findNumberBefore(text, match.index, code);
    const end = match.index + whole.length;
    failureTypeBehind.lastIndex = end;
    const behind = glue === undefined ? failureTypeBehind.exec(text) : null;
    const failureType = (glue ?? behind?.[1] ?? behind?.[2])?.toUpperCase() ?? null;
    yield { ...spelled(code, match.index, end + (behind?.[0].length ?? 0)), failureType };
    count += 1;
    if (count === MAX_HITS) return;
  }
}

/** Returns null for what is rather a word or another number: Coded, C 1200, P0000. */
function readDigits(system: string, sign: string, written: string): string | null {
  const digits = plainDigits(written);
  const signs = written.replaceAll(/[^-._']/g, '').length;
  const isPlain = sign === '' && digits === written.toUpperCase();
  if (digits === '0000' || signs > 1) return null;
  if (!isPlain && written.replaceAll(/\D/g, '').length < 2) return null;
  if (sign === ' ' && (system.toUpperCase() !== 'P' || !/^\d{4}$/.test(digits))) return null;
  return `${system}${digits}`.toUpperCase();
}

const plainDigits = (written: string): string =>
  written
    .replaceAll(/[-._']/g, '')
    .replaceAll(/[Oo]/g, '0')
    .replaceAll(/[Il]/g, '1')
    .toUpperCase();

function* matchGlued(text: string): Generator<Hit> {
  for (const match of text.matchAll(glued)) {
    for (let at = 0; at < match[0].length; at += 5) {
      yield spelled(match[0].slice(at, at + 5).toUpperCase(), match.index + at, match.index + at + 5);
    }
  }
}

/** Finds Volkswagen's number right before a code, if it stands for the same code. */
function* findNumberBefore(text: string, offset: number, code: string): Generator<Hit> {
  const before = numberBefore.exec(text.slice(Math.max(0, offset - maxLengthBefore), offset));
  const number = before?.[1];
  if (before === null || number === undefined || codeOfVagNumber(Number(number)) !== code) return;
  const at = offset - before[0].length;
  yield { kind: 'vag number', code, number, failureType: null, at, end: at + number.length };
}

/** Adds the codes between the last hit and this one, where a sign between them makes a range of it. */
function addRange(text: string, { hits, doubts }: FoundCodes, to: Hit): void {
  const from = hits.at(-1);
  if (from === undefined || from.kind !== 'code' || to.kind !== 'code' || to.at - from.end > 12) return;
  if (!rangeSign.test(text.slice(from.end, to.at))) return;
  const between = listBetween(from.code ?? '', to.code ?? '');
  const place = { at: from.at, end: to.end };
  if (between === null) doubts.push(place);
  else hits.push(...between.map((code) => ({ ...spelled(code, place.at, place.end), kind: 'in a range' as const })));
}

/** Returns null where it is no range, or one of more codes than anyone means. */
function listBetween(from: string, to: string): string[] | null {
  const [first, last] = [wordOfCode(from), wordOfCode(to)];
  if (first === null || last === null || from[0] !== to[0]) return null;
  // P0401-P0299 is a list with a dash in it.
  if (last <= first) return [];
  if (last - first > 0x1000) return null;
  const all = Array.from({ length: last - first - 1 }, (_, index) => codeOfWord(first + index + 1) ?? '');
  // Who writes P0299-P0301 counts in tens: P029A is not meant.
  const isDecimal = /^.\d{4}$/.test(from) && /^.\d{4}$/.test(to);
  const meant = isDecimal ? all.filter((code) => /^.\d{4}$/.test(code)) : all;
  return meant.length + 2 > MAX_RANGE ? null : meant;
}

/** Adds the rest of a list in which only the first code has its letter, or the end of such a range. */
function addContinued(text: string, { hits, doubts }: FoundCodes, start: Hit, own: ReadonlySet<string>): void {
  const system = start.code?.[0] ?? '';
  for (let from = start; hits.length <= MAX_HITS;) {
    const next = readNext(text, system, from);
    if (next === null) return;
    if ('code' in next) {
      addRange(text, { hits, doubts }, next);
      const digits = text.slice(next.at, next.end).toUpperCase();
      hits.push(own.has(digits) ? { ...next, number: digits } : next);
      from = next;
    } else {
      doubts.push(next);
      return;
    }
  }
}

function readNext(text: string, system: string, from: Hit): Hit | Doubt | null {
  const take = (pattern: RegExp) => {
    pattern.lastIndex = from.end;
    return pattern.exec(text);
  };
  const range = take(endOfRange);
  if (range !== null) return readEnd(system, from, range);
  const short = take(shortened);
  if (short !== null) return { at: from.at, end: from.end + short[0].length };
  const match = take(nextInList) ?? take(nextBehindSpace);
  if (match === null) return null;
  const digits = match[1] ?? '';
  const end = from.end + match[0].length;
  const behind = text.slice(end, end + 12).trimStart();
  if (UNIT.test(behind)) return null;
  const place = { at: end - digits.length, end };
  const number = plainDigits(digits);
  // "P0401, 2015 Golf" may be a year.
  const isBeforeWord = /^\p{L}/u.test(behind) && !/^[PCBU][0-3]/i.test(behind) && !conjunction.test(behind);
  if (number === '0000' || (isBeforeWord && !number.startsWith('0'))) return place;
  return spelled(`${system}${number}`, place.at, place.end);
}

function readEnd(system: string, from: Hit, match: RegExpExecArray): Hit | Doubt | null {
  const digits = match[1] ?? '';
  const end = from.end + match[0].length;
  const isShort = digits.length === 3;
  const code = `${system}${isShort ? (from.code?.[1] ?? '') : ''}${plainDigits(digits)}`;
  const isRange = (wordOfCode(code) ?? 0) > (wordOfCode(from.code ?? '') ?? 0);
  // "P0401 - 008" is the symptom of VCDS, and has spaces around its dash.
  if (isShort && (!isRange || / /.test(match[0]))) return null;
  if (!isRange || listBetween(from.code ?? '', code) === null) return { at: from.at, end };
  return spelled(code, end - digits.length, end);
}

/** Finds 0x0401, $0401 and 0401h: the word of a code, or the number of a maker that writes its own this way. */
export function* findHexWords(text: string, { own }: Known): Generator<Hit> {
  for (const match of text.matchAll(hexWords)) {
    const number = (match[1] ?? match[2] ?? match[3] ?? '').toUpperCase();
    // BMW's own numbers begin with 2 to 5.
    const isCode = number.length === 4 && !own.has(number) && /^[016-9A-F]/.test(number);
    const code = isCode ? codeOfWord(parseInt(number, 16)) : null;
    const kind = code === null ? 'maker number' : 'code';
    yield { kind, code, number, failureType: null, at: match.index, end: match.index + match[0].length };
  }
}

/** Returns where a hit ends together with the state that a tester writes behind it. */
export function endWithState(text: string, end: number): number {
  stateBehind.lastIndex = end;
  return end + (stateBehind.exec(text)?.[0].length ?? 0);
}
