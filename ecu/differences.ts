import type { Window } from './image.ts';

const WORD_BYTES = 4;

/** Every stretch in which the two differ; they have one length. */
export function listDifferences(one: Uint8Array, other: Uint8Array): Window[] {
  const found: Window[] = [];
  const findNext = searchIn(one, other);
  let at = findNext(0);
  while (at < one.length) {
    let end = at + 1;
    while (end < one.length && one[end] !== other[end]) end += 1;
    found.push({ at, end });
    at = findNext(end);
  }
  return found;
}

/** The first place of these stretches that lies in none of the windows. */
export function findOutside(differences: readonly Window[], windows: readonly Window[]): number | null {
  const sorted = windows.filter(({ at, end }) => at < end).sort((one, other) => one.at - other.at);
  let index = 0;
  // The first place behind all windows that begin before it.
  let coveredTo = 0;
  for (const { at, end } of differences) {
    let next = at;
    while (next < end) {
      for (; (sorted[index]?.at ?? Infinity) <= next; index += 1) {
        coveredTo = Math.max(coveredTo, sorted[index]?.end ?? 0);
      }
      if (coveredTo <= next) return next;
      next = coveredTo;
    }
  }
  return null;
}

/** Finds the next place that differs, or the end. By whole words: nearly all of two files is the same. */
function searchIn(one: Uint8Array, other: Uint8Array): (from: number) => number {
  const words = wordsOf(one);
  const otherWords = wordsOf(other);
  return (from) => {
    let at = from;
    const isSame = () => at < one.length && one[at] === other[at];
    while (at % WORD_BYTES !== 0 && isSame()) at += 1;
    if (at % WORD_BYTES === 0) {
      let index = at / WORD_BYTES;
      while (index < words.length && words[index] === otherWords[index]) index += 1;
      at = index * WORD_BYTES;
    }
    while (isSame()) at += 1;
    return at;
  };
}

/** Copied where the bytes do not begin at a whole word of the memory. */
function wordsOf(bytes: Uint8Array): Uint32Array {
  const { buffer, byteOffset } = bytes.byteOffset % WORD_BYTES === 0 ? bytes : new Uint8Array(bytes);
  return new Uint32Array(buffer, byteOffset, Math.floor(bytes.length / WORD_BYTES));
}
