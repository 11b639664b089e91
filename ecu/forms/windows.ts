import type { Window } from '../image.ts';
import { CHIP_SIZES, DATA_MEMORY_SIZES } from '../read-sizes.ts';

/** No control unit has less memory, so shorter copies and prefixes are not tried. */
const minDumpBytes = 0x4000;
/** Erased flash, and what a tool writes for bytes that it did not read. */
const paddings: readonly number[] = [0xff, 0x00];
/** Fewer bytes than this at the end are not taken for padding: any chip ends with a few erased bytes. */
const minPaddingBytes = 0x200;
/** Tools append a line end, a mark of their own, or the few KB of an EEPROM that was read along with the dump. */
const maxTailBytes = 0x1000;
/** Two copies differ in a number, a sum, a changed table: in one of so many bytes that tell something, or in so few. */
const minEqualPerDifference = 1024;
const fewDifferent = 64;
/** Fewer equal bytes that tell something show nothing. */
const minEqual = 0x400;
/** Copies of any chip begin at a multiple of this. */
const lengthStep = 0x400;
/** Tools read whole sectors. */
const readStep = 0x8000;
/** So many lengths are compared byte by byte, round ones first: a filled memory seems to repeat at any length. */
const maxCompared = 64;
const maxExactCopies = 4;
/** Stretches of this many bytes are compared at once. */
const blockSize = 0x400;
const samplesInRange = 32;
const minSamples = 8;

/**
 * Finds the content of a small chip that was written twice or more often into a larger one. Returns where each copy
 * lies; they may differ in a few bytes, and what lies between and behind them is blank or a short tail. A memory that
 * repeats something may be divided in several ways: the one with the shortest copies comes first, then that with the
 * longest.
 */
export function findCopies(bytes: Uint8Array): Window[][] {
  const samples = sampleBytes(bytes);
  const lengths = copyLengths(bytes.length).filter((length) => mayRepeatAt(bytes, samples, length));
  if (lengths.length === 0) return [];
  const image = divideIntoBlocks(bytes);
  const found = lengths
    .sort((one, other) => measureRoundness(other, bytes.length) - measureRoundness(one, bytes.length) || other - one)
    .slice(0, maxCompared)
    .flatMap((length) => findCopiesOfLength(image, length) ?? [])
    .sort((one, other) => lengthOf(one) - lengthOf(other));
  return found.filter((_, index) => index === 0 || index === found.length - 1);
}

const lengthOf = ([first]: readonly Window[]): number => first?.end ?? 0;

/** The largest power of two that divides it; what divides the file is rounder than that. */
const measureRoundness = (length: number, sizeBytes: number): number =>
  sizeBytes % length === 0 && sizeBytes / length <= maxExactCopies ? sizeBytes : length & -length;

/** Takes offsets of bytes that tell something: as many from the first 2 KB as from the next 2, the next 4 and so on. */
function sampleBytes(bytes: Uint8Array): number[] {
  const samples: number[] = [];
  for (let end = 2 * lengthStep; end <= bytes.length; end *= 2) {
    const step = end / 2 / samplesInRange;
    for (let from = end === 2 * lengthStep ? 0 : end / 2; from < end; from += step) {
      let at = from;
      const filling = bytes[from - 1];
      while (at < from + step && bytes[at] === filling) at += 1;
      if (at < from + step) samples.push(at);
    }
  }
  return samples;
}

/** A quick look at a few bytes, which nearly every wrong length fails. */
function mayRepeatAt(bytes: Uint8Array, samples: readonly number[], length: number): boolean {
  let equal = 0;
  let different = 0;
  for (const at of samples) {
    if (at >= length) break;
    if (bytes[at] === bytes[length + at]) equal += 1;
    else different += 1;
    if (different > equal / 8 + samplesInRange / 8) return false;
  }
  return equal >= minSamples && different <= equal / 8;
}

/** Erased and filled stretches, in which every byte is the one before it, show nothing. */
const isTelling = (bytes: Uint8Array, at: number): boolean => bytes[at] !== bytes[at - 1];

function copyLengths(sizeBytes: number): number[] {
  const lengths: number[] = [];
  for (let length = minDumpBytes; 2 * length <= sizeBytes; length += lengthStep) lengths.push(length);
  // A dump with its tail, written twice, has a length of its own.
  for (let count = 2; count <= maxExactCopies; count += 1) {
    const length = sizeBytes / count;
    if (Number.isInteger(length) && length >= minDumpBytes && length % lengthStep !== 0) lengths.push(length);
  }
  return lengths;
}

/** Divides a file into copies of one length; null: what is no copy is more than blank bytes and a tail. */
function findCopiesOfLength(image: Blocks, length: number): [Window[]] | null {
  const { bytes } = image;
  const copies: Window[] = [{ at: 0, end: length }];
  let restAllowed = maxTailBytes;
  for (let at = length; at < bytes.length; at += length) {
    const end = at + length;
    if (end <= bytes.length && isCopy(image, at, length)) {
      copies.push({ at, end });
      continue;
    }
    restAllowed -= contentLength(bytes, at, Math.min(end, bytes.length));
    if (restAllowed < 0) return null;
  }
  return copies.length > 1 ? [copies] : null;
}

/** Whether the stretch at `at` repeats the beginning of the file. Looks at single bytes only where blocks differ. */
function isCopy(image: Blocks, at: number, length: number): boolean {
  const { bytes, telling } = image;
  const maxDifferent = Math.max(fewDifferent, length / minEqualPerDifference);
  let equal = 0;
  let different = 0;
  for (let from = 0; from < length && different <= maxDifferent; from += blockSize) {
    const end = Math.min(from + blockSize, length);
    if (end - from === blockSize && isSameBlock(image, from, at + from)) {
      equal += telling[from / blockSize] as number;
      continue;
    }
    for (let index = from; index < end; index += 1) {
      if (bytes[index] !== bytes[at + index]) different += 1;
      else if (isTelling(bytes, index)) equal += 1;
    }
  }
  return equal >= minEqual && different <= Math.max(fewDifferent, equal / minEqualPerDifference);
}

/** A file with its 32-bit words, and how many bytes of each block tell something. */
type Blocks = { bytes: Uint8Array; words: Uint32Array | null; telling: Uint32Array };

function divideIntoBlocks(bytes: Uint8Array): Blocks {
  const isAligned = bytes.byteOffset % 4 === 0;
  const words = isAligned ? new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2) : null;
  const telling = new Uint32Array(Math.floor(bytes.length / blockSize));
  for (let block = 0; block < telling.length; block += 1) {
    let count = 0;
    const end = (block + 1) * blockSize;
    for (let index = block * blockSize; index < end; index += 1) if (isTelling(bytes, index)) count += 1;
    telling[block] = count;
  }
  return { bytes, words, telling };
}

function isSameBlock({ bytes, words }: Blocks, at: number, other: number): boolean {
  if (words !== null && other % 4 === 0) {
    for (let word = 0; word < blockSize / 4; word += 1) {
      if (words[at / 4 + word] !== words[other / 4 + word]) return false;
    }
    return true;
  }
  for (let index = 0; index < blockSize; index += 1) if (bytes[at + index] !== bytes[other + index]) return false;
  return true;
}

/** Length of what is left of a stretch without the padding before and behind it. */
function contentLength(
  bytes: Uint8Array,
  at: number,
  end: number,
  contentEnds = findContentEnds(bytes, at, end),
): number {
  const lengths = paddings.map((padding, index) => {
    const last = contentEnds[index] as number;
    let first = at;
    while (first < last && bytes[first] === padding) first += 1;
    return Math.max(0, last - first);
  });
  return Math.min(...lengths);
}

/** Where a stretch ends without the padding behind it, for each kind of padding. */
const findContentEnds = (bytes: Uint8Array, at: number, end: number): number[] =>
  paddings.map((padding) => {
    let last = end;
    while (last > at && bytes[last - 1] === padding) last -= 1;
    return last;
  });

/** A dump at the start of a longer file. */
export type Prefix = { length: number; rest: 'padded' | 'with a tail' };

/** Lists the lengths at which a dump may end inside the window, if padding and a short tail is all that follows. */
export function listPrefixes(bytes: Uint8Array, { at, end }: Window): Prefix[] {
  const contentEnds = findContentEnds(bytes, at, end);
  return prefixLengths(bytes, { at, end }).flatMap((length): Prefix[] => {
    const content = contentLength(bytes, at + length, end, contentEnds);
    if (content > maxTailBytes) return [];
    if (content > 0) return [{ length, rest: 'with a tail' }];
    return end - at - length >= minPaddingBytes ? [{ length, rest: 'padded' }] : [];
  });
}

/**
 * The sizes of chips: 16 KB, 32 KB and so on, then the two round lengths next to the end of the content, as some reads
 * are no power of two. The largest chip comes first: a dump of 512 KB may itself end with erased sectors.
 */
function prefixLengths(bytes: Uint8Array, { at, end }: Window): number[] {
  const chips: number[] = [];
  for (let length = minDumpBytes; at + length < end; length *= 2) chips.push(length);
  const last = bytes[end - 1] as number;
  let contentEnd = end;
  if (paddings.includes(last)) while (contentEnd > at && bytes[contentEnd - 1] === last) contentEnd -= 1;
  const below = contentEnd - at - ((contentEnd - at) % readStep);
  const reads = [below, below + readStep].filter((length) => length >= minDumpBytes && at + length < end);
  return [...new Set([...chips.toReversed(), ...reads])];
}

/** A program and the data memory that was read into the same file. */
export type Parts = { program: Window; data: Window };

/**
 * Lists the ways to divide a window into a program and a data memory behind or in front of it, if it is no chip of its
 * own. Sizes are all that is looked at: which way is right, if any, shows when the program is read.
 */
export function listParts(
  bytes: Uint8Array,
  { at, end }: Window,
  isProgramSize: (sizeBytes: number) => boolean,
): Parts[] {
  if (CHIP_SIZES.includes(end - at)) return [];
  return DATA_MEMORY_SIZES.filter((size) => isProgramSize(end - at - size))
    .flatMap((size): Parts[] => [
      { program: { at, end: end - size }, data: { at: end - size, end } },
      { program: { at: at + size, end }, data: { at, end: at + size } },
    ])
    .filter(({ data }) => contentLength(bytes, data.at, data.end) > 0);
}
