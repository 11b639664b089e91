import { changeAt, u32leBytes } from '../../change.ts';
import { sum16le, sum32le } from '../../checksums/sums.ts';
import type { Checksum, ChecksumState } from '../../family.ts';
import type { Image, Window } from '../../image.ts';
import type { Medc17Block } from './blocks.ts';
import { cachedAddress, toOffset } from './blocks.ts';

/**
 * Petrol units of the platform have a list after the header of the data set: first and last address, the sum of the
 * half words in between, and its inverse. Measured: in all three petrol dumps, 13 of 13 sums match.
 */
type Entry = { at: number; range: Window; sum: number };

const entryLength = 16;
/** At most six were seen. */
const entriesLimit = 32;
/** The last entry repeats a record of the header, and is not a sum of its own. */
const recordResult = 0xcafeaffe;

export function listSums(image: Image, block: Medc17Block): Checksum[] {
  const entries = listEntries(image, block);
  // Any one entry that matches shows how all of them are computed; without one, the list may be something else.
  let made: ((image: Image, range: Window) => number) | null | undefined;
  const findAlgorithm = () => {
    if (made === undefined) made = findSumAlgorithm(image, entries);
    return made;
  };
  return entries.map(({ at, range, sum }) => {
    let known: ChecksumState | undefined;
    return {
      name: `Listed sum of 0x${range.at.toString(16).toUpperCase()}-0x${(range.end - 1).toString(16).toUpperCase()}`,
      kind: 'sum',
      ranges: [range],
      // A sum and its inverse always add up to the same value, so it does not matter that a range may contain them.
      cells: [{ at: at + 8, end: at + entryLength }],
      get state() {
        const compute = findAlgorithm();
        known ??= compute === null ? 'unknown' : compute(image, range) === sum ? 'ok' : 'wrong';
        return known;
      },
      correct() {
        const value = findAlgorithm()?.(image, range) ?? sum;
        return changeAt(image, at + 8, [...u32leBytes(value), ...u32leBytes(~value)], 'the sum and its inverse');
      },
    };
  });
}

function findSumAlgorithm(image: Image, entries: readonly Entry[]): ((image: Image, range: Window) => number) | null {
  for (const compute of [sum16le, sum32le]) {
    if (entries.some(({ range, sum }) => compute(image, range) === sum)) return compute;
  }
  return null;
}

function listEntries(image: Image, block: Medc17Block): Entry[] {
  const entries: Entry[] = [];
  // No entry starts before the end of the previous one, so no byte is summed twice.
  let freeAt = block.at;
  for (let at = block.headerEnd; entries.length < entriesLimit && image.has(at, entryLength); at += entryLength) {
    const [start = 0, last = 0, sum = 0, inverse = 0] = [0, 4, 8, 12].map((field) => image.u32le(at + field) ?? 0);
    if ((sum ^ inverse) !== -1 || sum === recordResult) break;
    const range = {
      at: toOffset(block, cachedAddress(start)),
      end: toOffset(block, cachedAddress(last)) + 1,
    };
    if (range.at < freeAt || range.end <= range.at || range.end > Math.min(block.end, image.sizeBytes)) break;
    entries.push({ at, range, sum });
    freeAt = range.end;
  }
  return entries;
}
