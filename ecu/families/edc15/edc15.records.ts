import { codeOfVagNumber, codeOfWord } from '../../dtc/spelling.ts';
import type { Image, Window } from '../../image.ts';

/**
 * How EDC15 stores a fault path: four bytes, the last of which is C3, five addresses of the values stored with a fault,
 * and then the faults of the path. classic: ten bytes each, with Volkswagen's number and an SAE code of its own.
 * compact: eight numbers before the five addresses, and six bytes for each time limit after them.
 */
export type RecordForm = 'classic' | 'compact';

/** What is switched together: the words that name codes, and the time limits that decide whether they are ever set. */
export type FaultEntry = { numbers: number[]; saeWords: number[]; limitsAt: number[] };

export type FaultTable = { at: number; form: RecordForm; paths: number; entries: FaultEntry[] };

const pathMark = 0xc3;
const pathMarkField = 3;
const wordsField = 4;
const numbersPerPath = 8;
const addressesPerPath = 5;
/** Measured: 1 to 12 limits. */
const limitsPerPath = 16;
/** Measured: up to 260 entries in one copy of the calibration. More mean a file made to cost time. */
const entriesLimit = 2000;
const maxHeadLength = wordsField + 2 * numbersPerPath + 2 * addressesPerPath;

const forms = {
  classic: { addressesField: wordsField, headLength: wordsField + 2 * addressesPerPath, limitLength: 10 },
  compact: { addressesField: wordsField + 2 * numbersPerPath, headLength: maxHeadLength, limitLength: 6 },
};

/** Bits that are clear in every fault type measured. */
const noTypeBits = 0x8c;

/** Finds every chain of fault paths in the window. A path ends where the head of the next one is recognised. */
export function findFaultTable(image: Image, window: Window, form: RecordForm): FaultTable | null {
  const end = Math.min(window.end, image.sizeBytes) - maxHeadLength;
  const table: FaultTable = { at: -1, form, paths: 0, entries: [] };
  const { bytes } = image;
  for (let at = window.at; at < end;) {
    if (bytes[at + pathMarkField] !== pathMark) {
      const markAt = bytes.indexOf(pathMark, at + pathMarkField);
      if (markAt === -1) break;
      at = markAt - pathMarkField;
      continue;
    }
    if (!isHead(image, at, form, addressesNeeded)) {
      at += 1;
      continue;
    }
    const chainEnd = readChain(image, at, end, table);
    if (table.at === -1 && table.entries.length > 0) table.at = at;
    if (table.entries.length > entriesLimit) return null;
    at = Math.max(chainEnd, at + 1);
  }
  if (form === 'classic') addLoneFaults(image, window, table);
  return table.at === -1 || table.entries.length > entriesLimit ? null : table;
}

/** Some faults stand alone, without a head: recognised by a P code's mark, by their words and by their neighbours'. */
function addLoneFaults(image: Image, window: Window, table: FaultTable): void {
  const { bytes } = image;
  const known = new Set(table.entries.flatMap(({ limitsAt }) => limitsAt));
  const { limitLength } = forms.classic;
  const end = Math.min(window.end, image.sizeBytes) - 2 * limitLength;
  const markField = 5;
  const nextMark = (from: number) => bytes.indexOf(pCodeMark, from + markField);
  for (let mark = nextMark(window.at + limitLength); mark !== -1; mark = nextMark(mark - markField + 1)) {
    const at = mark - markField;
    if (at >= end) break;
    if (known.has(at) || !isTwiceSpelled(bytes, at)) continue;
    const isSame = hasSameDigits(bytes, at);
    const isInRow = isTwiceSpelled(bytes, at - limitLength) || isTwiceSpelled(bytes, at + limitLength);
    if (isSame || isInRow) addEntries(bytes, at, [at], [], table);
  }
}

/** Volkswagen's 35-00: what went wrong follows from the code itself, not from a text beside it. */
const pCodeMark = 0x23;

function isTwiceSpelled(bytes: Uint8Array, at: number): boolean {
  if (bytes[at + 5] !== pCodeMark || !isLimit(bytes, at, 'classic')) return false;
  const saeWord = word(bytes, at + 8);
  return isVolkswagenNumber(word(bytes, at + 6)) && saeWord > 0 && saeWord < 0x4000 && isDecimal(saeWord);
}

function isDecimal(value: number): boolean {
  return /^\d+$/.test(value.toString(16));
}

function hasSameDigits(bytes: Uint8Array, at: number): boolean {
  return codeOfVagNumber(word(bytes, at + 6)) === codeOfWord(word(bytes, at + 8));
}

/** A chain starts where most of the five addresses lie in the processor's memory; inside a chain, one is enough. */
const addressesNeeded = 3;
const addressesNeededInside = 1;

function isHead(image: Image, at: number, form: RecordForm, needed: number): boolean {
  const { bytes } = image;
  if (bytes[at + pathMarkField] !== pathMark) return false;
  const isInside = needed === addressesNeededInside;
  const { addresses, isEmpty } = countAddresses(bytes, at, form);
  if (addresses < needed && !(isInside && isEmpty)) return false;
  // Filler is C3, too: where a better head stands four bytes further on, the mark before it is filler.
  const isMarkedBehind = bytes[at + 4 + pathMarkField] === pathMark;
  if (!isInside && isMarkedBehind && countAddresses(bytes, at + 4, form).addresses > addresses) return false;
  if (form === 'classic') return true;
  return readNumbers(bytes, at).every((one) => isNumberOrEmpty(one) || (isInside && one < oldNumbersEnd));
}

function countAddresses(bytes: Uint8Array, at: number, form: RecordForm): { addresses: number; isEmpty: boolean } {
  const { addressesField } = forms[form];
  let addresses = 0;
  let empty = 0;
  for (let index = 0; index < addressesPerPath; index += 1) {
    const address = word(bytes, at + addressesField + 2 * index);
    if (address >= 0xe00 && address < 0x1000) addresses += 1;
    if (address === 0) empty += 1;
  }
  return { addresses, isEmpty: empty === addressesPerPath };
}

/** Reads paths until no head follows. Returns where the chain ends. */
function readChain(image: Image, startAt: number, end: number, table: FaultTable): number {
  const { headLength, limitLength } = forms[table.form];
  let waiting: number[] = [];
  for (let headAt = startAt; ;) {
    const limitsAt: number[] = [];
    let next = headAt + headLength;
    const isInside = () => next < end && !isHead(image, next, table.form, addressesNeededInside);
    while (isInside() && limitsAt.length < limitsPerPath && isLimit(image.bytes, next, table.form)) {
      limitsAt.push(next);
      next += limitLength;
    }
    const isFollowed = next < end && isHead(image, next, table.form, addressesNeededInside);
    const limits = isFollowed ? limitsAt : limitsAt.slice(0, countProvenLimits(image.bytes, limitsAt, table.form));
    table.paths += 1;
    waiting = addEntries(image.bytes, headAt, limits, waiting, table);
    if (!isFollowed) return headAt + headLength + limits.length * limitLength;
    headAt = next;
  }
}

/** Returns numbers that wait for a path with time limits: a head without any shares those of the next path. */
function addEntries(
  bytes: Uint8Array,
  headAt: number,
  limitsAt: number[],
  waiting: number[],
  table: FaultTable,
): number[] {
  if (table.form === 'classic') {
    for (const at of limitsAt) {
      table.entries.push({ numbers: [word(bytes, at + 6)], saeWords: [word(bytes, at + 8)], limitsAt: [at] });
    }
    return [];
  }
  const numbers = [...waiting.slice(-numbersPerPath), ...readNumbers(bytes, headAt)];
  if (limitsAt.length === 0) return numbers;
  table.entries.push({ numbers, saeWords: [], limitsAt });
  return [];
}

function isLimit(bytes: Uint8Array, at: number, form: RecordForm): boolean {
  if (((bytes[at + 4] as number) & noTypeBits) !== 0) return false;
  return form === 'classic' || bytes[at + 5] === 0;
}

/**
 * After the last path of a chain anything may follow, so only what looks like a time limit by itself counts as one: a
 * number that Volkswagen knows, or a type. The pattern for "never" counts too, so switching off loses nothing.
 */
function countProvenLimits(bytes: Uint8Array, limitsAt: readonly number[], form: RecordForm): number {
  const unproven = limitsAt.findIndex((at) => {
    if (form === 'compact') return bytes[at + 4] === 0 && !isNever(bytes, at);
    const number = word(bytes, at + 6);
    return !isVolkswagenNumber(number) && !(number > 0 && number < oldNumbersEnd && word(bytes, at + 8) === 0);
  });
  return unproven === -1 ? limitsAt.length : unproven;
}

/** Never detected, never healed, no type: what the maker's own files contain where a fault must not be set. */
export const neverBytes = [0xff, 0xff, 0x00, 0x00, 0x00];

export function isNever(bytes: Uint8Array, at: number): boolean {
  return neverBytes.every((byte, index) => bytes[at + index] === byte);
}

/** Volkswagen's numbers from before they spelled SAE codes go up to 01999: 00519 is the manifold pressure. */
const oldNumbersEnd = 2000;

export function isVolkswagenNumber(number: number): boolean {
  return number > 0x4000 && number < 0x5000 && (number & 0x3ff) < 1000;
}

function isNumberOrEmpty(number: number): boolean {
  return number === 0 || number === 0xffff || number === 0xff00 || isVolkswagenNumber(number);
}

function readNumbers(bytes: Uint8Array, headAt: number): number[] {
  return Array.from({ length: numbersPerPath }, (_, index) => word(bytes, headAt + wordsField + 2 * index));
}

function word(bytes: Uint8Array, at: number): number {
  return (bytes[at] as number) | ((bytes[at + 1] as number) << 8);
}
