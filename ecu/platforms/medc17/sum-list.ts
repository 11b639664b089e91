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
type Entry = { at: number; range: Window; sum: number; isPair: boolean };
/** `isWhole`: no entry is damaged, and the end of the list was found. */
type List = { entries: Entry[]; isWhole: boolean };

const entryLength = 16;
/** At most six were seen. */
const entriesLimit = 32;
/** The last entry, a pair like the others, repeats a record of the header, and is not a sum of its own. */
const recordResult = 0xcafeaffe;

export function listSums(image: Image, block: Medc17Block): Checksum[] {
  const { entries, isWhole } = readList(image, block);
  // Any one entry that matches shows how all of them are computed; without one, the list may be something else.
  let made: Algorithm | null | undefined;
  const findAlgorithm = () => {
    if (made === undefined) made = findSumAlgorithm(image, entries);
    return made;
  };
  const known = entries.map(({ at, range, sum, isPair }): Checksum => {
    let state: ChecksumState | undefined;
    return {
      name: `Listed sum of 0x${range.at.toString(16).toUpperCase()}-0x${(range.end - 1).toString(16).toUpperCase()}`,
      kind: 'sum',
      ranges: [range],
      // A sum and its inverse always add up to the same value, so it does not matter that a range may contain them.
      cells: [{ at: at + 8, end: at + entryLength }],
      get state() {
        const compute = findAlgorithm();
        state ??= compute === null ? 'unknown' : isPair && compute(image, range) === sum ? 'ok' : 'wrong';
        return state;
      },
      correct() {
        const value = findAlgorithm()?.(image, range) ?? sum;
        return changeAt(image, at + 8, [...u32leBytes(value), ...u32leBytes(~value)], 'the sum and its inverse');
      },
    };
  });
  return isWhole ? known : [...known, unreadSums(block)];
}

function unreadSums({ at, end }: Medc17Block): Checksum {
  const name = `Listed sums of the block at 0x${at.toString(16).toUpperCase()} that could not be read`;
  return { name, kind: 'sum', ranges: [{ at, end }], cells: [], state: 'unknown', correct: null };
}

type Algorithm = (image: Image, range: Window) => number;

/** Returns what sums a range as it is once the pairs inside it are right: those of an entry always add up to the same. */
function findSumAlgorithm(image: Image, entries: readonly Entry[]): Algorithm | null {
  for (const { compute, pairSum } of [
    { compute: sum16le, pairSum: 0x1fffe },
    { compute: sum32le, pairSum: 0xffffffff },
  ]) {
    const computeWithPairs: Algorithm = (memory, range) =>
      entries.reduce(
        (sum, entry) => {
          const pair = { at: entry.at + 8, end: entry.at + entryLength };
          const isInside = pair.at >= range.at && pair.end <= range.end;
          return isInside ? sum + pairSum - compute(memory, pair) : sum;
        },
        compute(memory, range),
      ) >>> 0;
    if (entries.some(({ range, sum }) => computeWithPairs(image, range) === sum)) return computeWithPairs;
  }
  return null;
}

/**
 * Reads the entries up to the last with sound addresses and a sum with its inverse. One in between without sound addresses
 * is damaged, and so is the list where its end does not follow; a block without such a sum has no list.
 */
function readList(image: Image, block: Medc17Block): List {
  const list: List = { entries: [], isWhole: true };
  const places = Array.from({ length: entriesLimit }, (_, index) => block.headerEnd + index * entryLength);
  const lastAt = places.findLast((at) => entryAt(image, block, at, block.at)?.isPair === true);
  if (lastAt === undefined) return list;
  // No entry starts before the end of the previous one, so no byte is summed twice.
  let freeAt = block.at;
  for (const at of places) {
    const entry = entryAt(image, block, at, freeAt);
    if (entry?.sum === recordResult) return list;
    if (at > lastAt) return { ...list, isWhole: false };
    if (entry === null) list.isWhole = false;
    else list.entries.push(entry);
    freeAt = entry?.range.end ?? freeAt;
  }
  return { ...list, isWhole: false };
}

function entryAt(image: Image, block: Medc17Block, at: number, freeAt: number): Entry | null {
  const [start = 0, last = 0, sum = 0, inverse = 0] = [0, 4, 8, 12].map((field) => image.u32le(at + field) ?? 0);
  const range = {
    at: toOffset(block, cachedAddress(start)),
    end: toOffset(block, cachedAddress(last)) + 1,
  };
  // The end of the list lies within what the others cover.
  if (range.at < (sum === recordResult ? block.at : freeAt)) return null;
  if (range.end <= range.at || range.end > Math.min(block.end, image.sizeBytes)) return null;
  return { at, range, sum, isPair: (sum ^ inverse) === -1 };
}
