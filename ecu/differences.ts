import type { Window } from './image.ts';

const WORD_BYTES = 4;

/** Lists every range in which the two differ; both have the same length. */
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

/** Returns the first offset in the differences that lies in none of the windows, or null. */
export function findOutside(differences: readonly Window[], windows: readonly Window[]): number | null {
  const sorted = windows.filter(({ at, end }) => at < end).sort((one, other) => one.at - other.at);
  let index = 0;
  // The highest end of all windows that begin at or before `next`.
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

/** Finds the next differing offset, or the end. Compares whole words, because nearly all of two files is the same. */
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

/** Returns the bytes as words; copies them when they do not start at a word boundary. */
function wordsOf(bytes: Uint8Array): Uint32Array {
  const { buffer, byteOffset } = bytes.byteOffset % WORD_BYTES === 0 ? bytes : new Uint8Array(bytes);
  return new Uint32Array(buffer, byteOffset, Math.floor(bytes.length / WORD_BYTES));
}
