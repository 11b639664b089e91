import type { Image } from '../../image.ts';
import type { Alignment } from './alignment.ts';
import { compareChanges, describeAlignment } from './alignment.ts';
import { findFixedProof } from './fixed-arrays.ts';
import type { ClassTable } from './classes.ts';
import type { CodeHead, Starts } from './code-heads.ts';
import { hasNeighbours, listHeads, listUnclearHeads } from './code-heads.ts';
import { countCodeWords, countDistinctWords, countWidelyUsed, kindOfStretch } from './code-words.ts';
import type { CodeKind } from './code-words.ts';

/**
 * One array of `count` trouble codes. obd: spelled as in SAE J2012. maker: the vehicle maker's own numbers. Bosch's
 * names: DFES_DTCO (the OBD code) and DFES_DTCM (the maker's).
 */
export type CodeArray = { at: number; kind: CodeKind; reason: string[]; proof?: IndexProof };

/** What shows which code belongs to which class: the classes alone, an array that is never changed, or both. */
export type IndexProof = 'classes' | 'fixed array' | 'both';

// Shares and limits are measured; the arrays seen are far on the right side of each.
const minMirroredShare = 0.5;
const minNumbersShare = 0.6;
const sampleLength = 8;
const comparisonsLimit = 200;
/** More lists than this leave open which one counts. */
const listsLimit = 4;
const maxBytesBehind = 24;

/** Lists arrays with as many codes as the table has classes, proved by the arrays around them or by each other. */
export function listCodeArrays(image: Image, starts: Starts, table: ClassTable): CodeArray[] {
  const { count } = table;
  const proved = provedByArrays(image, listHeads(image, starts, count), count);
  return proved.filter((array) => !contradicts(image, array, table));
}

/** For a table for which `listCodeArrays` finds none: codes that the classes prove, and lists that begin late. */
export function listUnclearCodeArrays(image: Image, starts: Starts, table: ClassTable): CodeArray[] {
  const { count } = table;
  const heads = listUnclearHeads(image, starts, count);
  const proved = heads.flatMap((head): CodeArray[] => {
    if (head.kind === 'obd') return provedByIndex(image, head, table, starts.end);
    const reason = provedByNeighbours(image, head.at, count);
    return reason === null ? [] : [{ at: head.at, kind: head.kind, reason }];
  });
  const fixed = proved.filter(({ proof }) => proof !== 'classes');
  // Classes that are nearly all off agree with other places, too.
  const arrays = fixed.length > 0 ? fixed : proved;
  return arrays.length > listsLimit ? arrays : [...arrays, ...listTwins(image, heads, arrays, count)].toSorted(byPlace);
}

function provedByArrays(image: Image, heads: readonly CodeHead[], count: number): CodeArray[] {
  const proved = heads.flatMap((head): CodeArray[] => {
    const reason = provedByNeighbours(image, head.at, count) ?? provedByNumbers(image, head, count);
    return reason === null ? [] : [{ at: head.at, kind: head.kind, reason }];
  });
  if (proved.length > listsLimit) return proved;
  if (proved.length > 0) return [...proved, ...listTwins(image, heads, proved, count)].toSorted(byPlace);
  return provedByEachOther(image, heads, count);
}

const byPlace = (one: CodeArray, other: CodeArray) => one.at - other.at;

const listAlignments = (image: Image, { at }: { at: number }, { starts, count }: ClassTable): Alignment[] =>
  starts.map((start) => compareChanges(image, at, start, count));

/** Whether the classes fit the codes better when one is shifted against the other. */
export function contradicts(image: Image, array: CodeArray, table: ClassTable): boolean {
  if (array.kind !== 'obd') return false;
  const alignments = listAlignments(image, array, table);
  // Classes of two variants are one more possible error, so they have to fit.
  if (alignments.length > 1) return !alignments.every(fits);
  return alignments.some(({ result }) => result === 'contradicted');
}

const fits = ({ result }: Alignment) => result === 'proved' || result === 'consistent';

/** Proof by arrays with the same index: OBD codes change from entry to entry where these do, with none of them shifted. */
function provedByIndex(image: Image, head: CodeHead, table: ClassTable, end: number): CodeArray[] {
  const { at, kind } = head;
  const alignments = listAlignments(image, head, table);
  if (!alignments.every(fits)) return [];
  const fixed = findFixedProof(image, head, table, end);
  const isProvedByClasses = alignments.every(({ result }) => result === 'proved');
  if (fixed === null && !isProvedByClasses) return [];
  const reason = [
    ...(fixed === null ? [] : [fixed]),
    ...alignments.map((alignment) => describeAlignment(alignment)),
    `${countWidelyUsed(image, at, table.count)} of the codes are ones that nearly every engine control unit has`,
  ];
  return [{ at, kind, reason, proof: fixed === null ? 'classes' : isProvedByClasses ? 'both' : 'fixed array' }];
}

function provedByNeighbours(image: Image, at: number, count: number): string[] | null {
  if (!hasNeighbours(image, at, count)) return null;
  const end = at + 2 * count;
  const behind = new Set(image.bytes.subarray(end, end + count));
  // The last code must not look like the bytes after it, or the end is not where it seems to be.
  const isSharp = !behind.has(image.bytes[end - 1] as number) || !behind.has(image.bytes[end - 2] as number);
  if (!isSharp || behind.size > maxBytesBehind) return null;
  if (countDistinctWords(image, at - 2 * count, count, count / 6 + 1) > count / 6) return null;
  return [
    `exactly ${count} disable masks stand directly before the codes`,
    'the next array of bytes begins directly behind the last code',
  ];
}

/** Proof by what follows: u16[N], a maker's number for each entry, all different; then DFES_EnvRef, entry 0 being 1. */
function provedByNumbers(image: Image, { at, kind, isLate }: CodeHead, count: number): string[] | null {
  const numbersAt = at + 2 * count;
  const end = numbersAt + 2 * count;
  if (kind !== 'obd' || isLate || !image.has(end, count) || image.u8(end) !== 1) return null;
  if (image.u16le(numbersAt) !== 0 || (image.u16le(numbersAt + 2) ?? 0) <= 1) return null;
  if (kindOfStretch(image.memo(countCodeWords), numbersAt, count) !== 'maker') return null;
  const present = countPresent(image, numbersAt, count);
  // A few numbers are stored twice; zeros stand for entries without a code.
  if (present < count * minNumbersShare) return null;
  if (countDistinctWords(image, numbersAt, count) < present * 0.97) return null;
  return [
    `exactly ${count} numbers of the maker, each of its own, stand directly behind the codes`,
    'the next array begins directly behind the last number, with entry 0 set',
  ];
}

/** Finds second lists (DTCM beside DTCO), which lie elsewhere and hold the same code in most entries. */
function listTwins(image: Image, heads: readonly CodeHead[], proved: readonly CodeArray[], count: number): CodeArray[] {
  return heads.flatMap((head) => {
    if (head.kind !== 'obd' || head.isLate || proved.some(({ at }) => at === head.at)) return [];
    const isTwin = proved.some(({ at, kind }) => kind === 'obd' && isMirror(image, at, head.at, count));
    return isTwin
      ? [{ at: head.at, kind: head.kind, reason: ['a second list holds the same codes in the same order'] }]
      : [];
  });
}

/** Two lists that agree from entry 1 to the last one, and no further, prove each other. */
function provedByEachOther(image: Image, heads: readonly CodeHead[], count: number): CodeArray[] {
  const found = new Map<number, CodeArray>();
  const lists = heads.filter(({ kind, isLate }) => kind === 'obd' && !isLate);
  let comparisons = 0;
  for (const [index, one] of lists.entries()) {
    for (const other of lists.slice(index + 1)) {
      if (comparisons >= comparisonsLimit || other.at - one.at < 2 * count) continue;
      if (!endTogether(image, one.at, other.at, count)) continue;
      comparisons += 1;
      if (!isMirror(image, one.at, other.at, count)) continue;
      const reason = [
        'a second list holds the same codes in the same order',
        `both lists end after exactly ${count} entries`,
      ];
      for (const { at, kind } of [one, other]) found.set(at, { at, kind, reason });
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
  return present > 0 && equal >= present * minMirroredShare;
}

/** Counts the words that are equal and are codes. */
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
