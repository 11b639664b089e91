import type { Image, Window } from '../../image.ts';
import { countCodeWords, countDistinctWords, kindOfStretch } from './code-words.ts';
import type { CodeKind, WordCounts } from './code-words.ts';

/**
 * One array of `count` trouble codes. obd: spelled as SAE J2012. maker: numbers of the vehicle maker's own.
 * Bosch's names: DFES_DTCO (the code of the law) and DFES_DTCM (the maker's).
 */
export type CodeArray = { at: number; kind: CodeKind; because: string[] };

// Shares and limits: measured; the arrays seen are far on the right side of each.
const mirroredShareAtLeast = 0.5;
const numbersShareAtLeast = 0.6;
const sampleLength = 8;
/** 107 places of 123 looked at were seen; the limits are for forged files. */
const candidatesLimit = 1000;
const looksLimit = 4000;
const comparisonsLimit = 200;
/** More lists than that leave open which one counts. */
const listsLimit = 4;
/** 307 at least were seen. */
const distinctAtLeast = 60;
const bytesBehindAtMost = 24;
const smallByte = 0x0f;

/** The arrays of exactly `count` codes that the arrays around them, or each other, prove. */
export function listCodeArrays(image: Image, window: Window, count: number): CodeArray[] {
  const counts = image.recall(countCodeWords);
  const heads = listHeads(image, window, count, counts);
  const proved = heads.flatMap((candidate) => {
    const because = provedByNeighbours(image, candidate.at, count) ?? provedByNumbers(image, candidate, count, counts);
    return because === null ? [] : [{ ...candidate, because }];
  });
  if (proved.length > listsLimit) return proved;
  if (proved.length > 0) return [...proved, ...listTwins(image, heads, proved, count)].toSorted(byPlace);
  return provedByEachOther(image, heads, count);
}

const byPlace = (one: CodeArray, other: CodeArray) => one.at - other.at;

/** Entry 0 of every array is for no fault, so it is 0 or 1, and the first fault has a code. */
function listHeads(image: Image, window: Window, count: number, counts: WordCounts): CodeArray[] {
  const { bytes } = image;
  const found: CodeArray[] = [];
  let looks = 0;
  const lastAt = Math.min(window.end, image.sizeBytes) - 2 * count;
  for (let at = window.at + (window.at & 1); at <= lastAt && found.length < candidatesLimit; at += 2) {
    if ((bytes[at] as number) > 1 || bytes[at + 1] !== 0 || bytes[at + 3] === 0) continue;
    const kind = kindOfStretch(counts, at, count);
    // Arrays of a law's codes hold zeros between the codes; a maker's numbers are proved only by their neighbours.
    if (kind === null || (kind === 'maker' && !hasNeighbours(image, at, count))) continue;
    looks += 1;
    if (looks > looksLimit) break;
    if (countDistinctWords(image, at, count) < distinctAtLeast) continue;
    found.push({ at, kind, because: [] });
  }
  return found;
}

/** Before: DFC_DisblMsk u16[N], entry 0 being 0 or FFFF, behind an array of small bytes. Behind: an array of bytes. */
function hasNeighbours(image: Image, at: number, count: number): boolean {
  const masksAt = at - 2 * count;
  const end = at + 2 * count;
  if (masksAt < 8 || !image.has(end, count)) return false;
  const first = image.u16le(masksAt);
  if ((first !== 0 && first !== 0xffff) || image.u16le(masksAt + 2) === 0) return false;
  for (let before = masksAt - 8; before < masksAt - 1; before += 1) {
    const byte = image.bytes[before] as number;
    if (byte === 0 || byte > smallByte) return false;
  }
  return !image.bytes.subarray(end, end + 2 * sampleLength).includes(0);
}

function provedByNeighbours(image: Image, at: number, count: number): string[] | null {
  if (!hasNeighbours(image, at, count)) return null;
  const end = at + 2 * count;
  const behind = new Set(image.bytes.subarray(end, end + count));
  // The last code must not belong to the bytes behind it, or the end is not where it seems to be.
  const isSharp = !behind.has(image.bytes[end - 1] as number) || !behind.has(image.bytes[end - 2] as number);
  if (!isSharp || behind.size > bytesBehindAtMost) return null;
  if (countDistinctWords(image, at - 2 * count, count) > count / 6) return null;
  return [
    `exactly ${count} disable masks stand directly before the codes`,
    'the next array of bytes begins directly behind the last code',
  ];
}

/** Behind: u16[N], a number of the maker's for each entry, all different; then DFES_EnvRef, whose entry 0 is 1. */
function provedByNumbers(image: Image, { at, kind }: CodeArray, count: number, counts: WordCounts): string[] | null {
  const numbersAt = at + 2 * count;
  const end = numbersAt + 2 * count;
  if (kind !== 'obd' || !image.has(end, count) || image.u8(end) !== 1) return null;
  if (image.u16le(numbersAt) !== 0 || (image.u16le(numbersAt + 2) ?? 0) <= 1) return null;
  if (kindOfStretch(counts, numbersAt, count) !== 'maker') return null;
  const present = countPresent(image, numbersAt, count);
  // A few numbers are kept twice; zeros are for entries without a code.
  if (present < count * numbersShareAtLeast) return null;
  if (countDistinctWords(image, numbersAt, count) < present * 0.97) return null;
  return [
    `exactly ${count} numbers of the maker, each of its own, stand directly behind the codes`,
    'the next array begins directly behind the last number, with entry 0 set',
  ];
}

/** A second list, DTCM beside DTCO, lies elsewhere and holds the same code in most entries. */
function listTwins(image: Image, heads: CodeArray[], proved: readonly CodeArray[], count: number): CodeArray[] {
  return heads.flatMap((head) => {
    if (head.kind !== 'obd' || proved.some(({ at }) => at === head.at)) return [];
    const isTwin = proved.some(({ at, kind }) => kind === 'obd' && isMirror(image, at, head.at, count));
    return isTwin ? [{ ...head, because: ['a second list holds the same codes in the same order'] }] : [];
  });
}

/** Two lists that agree from entry 1 to the last one, and no further, prove each other. */
function provedByEachOther(image: Image, heads: readonly CodeArray[], count: number): CodeArray[] {
  const found = new Map<number, CodeArray>();
  const lists = heads.filter(({ kind }) => kind === 'obd');
  let comparisons = 0;
  for (const [index, one] of lists.entries()) {
    for (const other of lists.slice(index + 1)) {
      if (comparisons >= comparisonsLimit || other.at - one.at < 2 * count) continue;
      if (!endTogether(image, one.at, other.at, count)) continue;
      comparisons += 1;
      if (!isMirror(image, one.at, other.at, count)) continue;
      const because = [
        'a second list holds the same codes in the same order',
        `both lists end after exactly ${count} entries`,
      ];
      for (const array of [one, other]) found.set(array.at, { ...array, because });
    }
  }
  return [...found.values()].toSorted(byPlace);
}

function endTogether(image: Image, one: number, other: number, count: number): boolean {
  const end = 2 * count;
  const before = countEqual(image, one + end - 2 * sampleLength, other + end - 2 * sampleLength, sampleLength);
  const behind = countEqual(image, one + end, other + end, sampleLength);
  const isLastEqual = image.u16le(one + end - 2) === image.u16le(other + end - 2);
  const isNextEqual = image.u16le(one + end) === image.u16le(other + end);
  return isLastEqual && !isNextEqual && before >= sampleLength / 2 && behind <= 1;
}

export function isMirror(image: Image, one: number, other: number, count: number): boolean {
  if (countEqual(image, one + 2, other + 2, sampleLength) < sampleLength / 2) return false;
  let present = 0;
  let equal = 0;
  for (let index = 1; index < count; index += 1) {
    const word = image.u16le(one + 2 * index);
    if (word === 0 || word === null) continue;
    present += 1;
    if (word === image.u16le(other + 2 * index)) equal += 1;
  }
  return present > 0 && equal >= present * mirroredShareAtLeast;
}

/** Equal words that are codes. */
function countEqual(image: Image, one: number, other: number, count: number): number {
  let equal = 0;
  for (let index = 0; index < count; index += 1) {
    const word = image.u16le(one + 2 * index);
    if (word !== null && word > 1 && word === image.u16le(other + 2 * index)) equal += 1;
  }
  return equal;
}

function countPresent(image: Image, at: number, count: number): number {
  let present = 0;
  for (let index = 0; index < count; index += 1) if (image.u16le(at + 2 * index) !== 0) present += 1;
  return present;
}
