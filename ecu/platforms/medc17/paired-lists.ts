import type { Image, Window } from '../../image.ts';
import { compareChanges, describeAlignment } from './alignment.ts';
import { minEntries, maxEntries, even, maxClass } from './classes.ts';
import { readsAsObdCodes } from './code-words.ts';
import { isMirror } from './codes.ts';

// The first petrol units of the platform (MED17.5.1 of Volkswagen, the turbo unit of Peugeot) store their faults like
// ME7, unlike the later ones: classes u8[N], two lists of codes u16[N] one after the other, and an array u8[N] of
// nearly one value, between classes and lists or after the lists. Measured on one dump of each; entry 0 is a fault,
// too.

/** The classes of `count` fault checks and their two lists of codes, which stand directly one after the other. */
export type PairedLists = { classesAt: number; count: number; listsAt: readonly [number, number]; reason: string[] };

/** Measured: 0F throughout, except in two of 617 entries. */
const usualLevel = 0x0f;
const minLevel = 0x08;
const minUsualShare = 0.9;
const runsLimit = 64;

export function findPairedLists(image: Image, window: Window): PairedLists[] {
  return listLevelRuns(image, window).flatMap(({ at, end }) => {
    const count = end - at;
    const behind = at + even(count);
    const before = at - 4 * count;
    return [
      solveAt(image, window, { listAt: behind, classesAt: at - even(count), count, levels: 'before the codes' }),
      solveAt(image, window, { listAt: before, classesAt: before - even(count), count, levels: 'behind the codes' }),
    ].filter((found) => found !== null);
  });
}

/** Finds stretches of bytes from 8 to 15, nearly all of them 15. */
function listLevelRuns({ bytes }: Image, window: Window): Window[] {
  const runs: Window[] = [];
  const end = Math.min(window.end, bytes.length);
  let startAt = -1;
  let usual = 0;
  for (let at = window.at; at <= end && runs.length < runsLimit; at += 1) {
    const byte = at < end ? (bytes[at] as number) : 0;
    if (byte >= minLevel && byte <= usualLevel) {
      if (startAt < 0) startAt = at;
      if (byte === usualLevel) usual += 1;
      continue;
    }
    const length = at - startAt;
    const isRun = startAt >= 0 && length >= minEntries && length <= maxEntries && startAt % 2 === 0;
    if (isRun && usual >= length * minUsualShare) runs.push({ at: startAt, end: at });
    startAt = -1;
    usual = 0;
  }
  return runs;
}

type Place = { listAt: number; classesAt: number; count: number; levels: string };

function solveAt(image: Image, window: Window, { listAt, classesAt, count, levels }: Place): PairedLists | null {
  const twinAt = listAt + 2 * count;
  if (classesAt < window.at || twinAt + 2 * count > window.end || !image.has(classesAt, count)) return null;
  if (!readsAsObdCodes(image, listAt, count) || !readsAsObdCodes(image, twinAt, count)) return null;
  if (!isMirror(image, listAt, twinAt, count)) return null;
  const classes = image.bytes.subarray(classesAt, classesAt + even(count));
  const isFilled = count % 2 === 0 || classes[count] === 0;
  if (!isFilled || classes.some((value) => value > maxClass)) return null;
  const alignments = [listAt, twinAt].map((at) => compareChanges(image, at, classesAt, count));
  // The levels show where the lists begin, so classes that are off leave nothing open.
  if (!alignments.every(({ result }) => result === 'proved' || result === 'consistent')) return null;
  const reason = [
    `two lists of exactly ${count} codes stand one behind the other, in the same order`,
    `exactly ${count} bytes of nearly one value stand directly ${levels}`,
    ...alignments.map((alignment) => describeAlignment(alignment)),
  ];
  return { classesAt, count, listsAt: [listAt, twinAt], reason: [...new Set(reason)] };
}
