import { wordOfCode } from '../../dtc/spelling.ts';
import { widelyUsedCodes } from '../../dtc/widely-used-codes.ts';
import type { Image } from '../../image.ts';
import { calibrationTypes, listMedc17Blocks } from './blocks.ts';

/** obd: codes as in SAE J2012, nearly all with decimal digits. maker: the vehicle maker's numbers, in hexadecimal. */
export type CodeKind = 'obd' | 'maker';

/** unclear: a share of decimal digits that fits neither of them. */
export type StretchKind = CodeKind | 'unclear';

/**
 * Running totals over the words of an image, so that any stretch of them can be judged at once. They wrap around after
 * 65535, which no array of codes reaches, so a stretch is counted by the difference of two, read as 16 bits.
 */
export type WordCounts = {
  /** First byte that is counted, and the one after the last. */
  at: number;
  end: number;
  zeros: Uint16Array;
  decimals: Uint16Array;
  changes: Uint16Array;
  /** Codes that nearly every engine control unit has. */
  widelyUsed: Uint16Array;
  /** Words whose digit for the hundreds is decimal, as in nearly all OBD codes. */
  hundreds: Uint16Array;
};

function countInside(totals: Uint16Array, from: number, count: number): number {
  return ((totals[from + count] as number) - (totals[from] as number)) & 0xffff;
}

// Measured: 0.8 to 0.9 of the OBD codes have decimal digits only, and 0.21 to 0.35 of the makers' numbers.
const decimalShareOfObd = 0.7;
const decimalShareOfMaker = 0.6;
const minPresentShare = 0.4;
/** Neighbouring words mostly differ, whereas tables of curves and flags repeat theirs. */
const minChangeShare = 0.35;

/** Returns what kind of codes a stretch of words can be, or null. Does not show where the list begins and ends. */
export function kindOfStretch(counts: WordCounts, at: number, count: number): StretchKind | null {
  if (at < counts.at || at + 2 * count > counts.end) return null;
  const from = (at - counts.at) >> 1;
  const inside = (totals: Uint16Array) => countInside(totals, from, count);
  const present = count - inside(counts.zeros);
  if (present < count * minPresentShare || inside(counts.changes) < count * minChangeShare) return null;
  const decimalShare = inside(counts.decimals) / present;
  if (decimalShare >= decimalShareOfObd) return 'obd';
  return decimalShare <= decimalShareOfMaker ? 'maker' : 'unclear';
}

const isWidelyUsed = new Uint8Array(0x10000);
for (const code of widelyUsedCodes) isWidelyUsed[wordOfCode(code) ?? 0] = 1;

const zero = 1;
const decimal = 2;
const hundred = 4;
const common = 8;

/** The totals that each word counts towards. */
const kindsOfWord = Uint8Array.from({ length: 0x10000 }, (_, word) => {
  const widelyUsed = isWidelyUsed[word] === 1 ? common : 0;
  if (word === 0 || word === 0xffff || word === 0x169f) return zero | widelyUsed;
  const [high, low] = [word >>> 8, word & 0xff];
  if ((high & 0xf) >= 10) return widelyUsed;
  // P00.. codes are excluded along with the small numbers that fill most other tables; a list has few of them.
  const isDecimal = high !== 0 && (low & 0xf) < 10 && low < 0xa0;
  return hundred | (isDecimal ? decimal : 0) | widelyUsed;
});

/** For `image.memo`: computed once for each image, from its first calibration block to its last. */
export function countCodeWords(image: Image): WordCounts {
  const { bytes } = image;
  const calibration = listMedc17Blocks(image).filter(({ type }) => calibrationTypes.includes(type));
  const at = Math.min(...calibration.map((block) => block.at), image.sizeBytes) & ~1;
  const end = Math.min(image.sizeBytes, Math.max(at, ...calibration.map((block) => block.end))) & ~1;
  const length = (end - at) >> 1;
  const totals = () => new Uint16Array(length + 1);
  const [zeros, decimals, changes, widelyUsed, hundreds] = [totals(), totals(), totals(), totals(), totals()];
  let [zeroCount, decimalCount, changeCount, commonCount, hundredCount, before] = [0, 0, 0, 0, 0, 0];
  for (let index = 0; index < length; index += 1) {
    const word = ((bytes[at + 2 * index + 1] as number) << 8) | (bytes[at + 2 * index] as number);
    const kinds = kindsOfWord[word] as number;
    zeroCount += kinds & zero;
    decimalCount += (kinds & decimal) >>> 1;
    hundredCount += (kinds & hundred) >>> 2;
    commonCount += kinds >>> 3;
    if (word !== before) changeCount += 1;
    before = word;
    zeros[index + 1] = zeroCount;
    decimals[index + 1] = decimalCount;
    changes[index + 1] = changeCount;
    widelyUsed[index + 1] = commonCount;
    hundreds[index + 1] = hundredCount;
  }
  return { at, end, zeros, decimals, changes, widelyUsed, hundreds };
}

// Measured: each list of OBD codes has 98 to 163 distinct well-known codes, a list of a maker's numbers at most 7; 0.94
// to 1 of the OBD codes have a decimal digit for the hundreds, and at most 0.9 of what looks like them.
const minWidelyUsed = 80;
const minHundredsShare = 0.92;

/** Whether enough distinct codes are well-known, and few enough have a hexadecimal digit for the hundreds. */
export function readsAsObdCodes(image: Image, at: number, count: number): boolean {
  const counted = image.memo(countCodeWords);
  if (at < counted.at || at + 2 * count > counted.end) return false;
  const { zeros, widelyUsed, hundreds } = counted;
  const from = (at - counted.at) >> 1;
  const inside = (totals: Uint16Array) => countInside(totals, from, count);
  if (inside(widelyUsed) < minWidelyUsed) return false;
  if (inside(hundreds) < (count - inside(zeros)) * minHundredsShare) return false;
  return countWidelyUsed(image, at, count, minWidelyUsed) >= minWidelyUsed;
}

/** Number of the last count that included each word; a set for each of thousands of offsets would cost more. */
const countedIn = new Uint32Array(0x10000);
let counts = 0;

/** Counts distinct words up to `enough`, which the first words of a list mostly reach. */
export function countDistinctWords(image: Image, at: number, count: number, enough = count): number {
  return countDifferent(image, at, count, { enough, isCounted: anyWord });
}

/** Counts the distinct codes of the array that nearly every engine control unit has. */
export function countWidelyUsed(image: Image, at: number, count: number, enough = count): number {
  return countDifferent(image, at, count, { enough, isCounted: isWidelyUsed });
}

const anyWord = new Uint8Array(0x10000).fill(1);

type Counting = { enough: number; isCounted: Uint8Array };

function countDifferent({ bytes }: Image, at: number, count: number, { enough, isCounted }: Counting): number {
  counts = (counts + 1) >>> 0;
  let different = 0;
  const end = Math.min(at + 2 * count, bytes.length - 1);
  for (let next = Math.max(0, at); next < end && different < enough; next += 2) {
    const word = ((bytes[next + 1] as number) << 8) | (bytes[next] as number);
    if (countedIn[word] === counts || isCounted[word] === 0) continue;
    countedIn[word] = counts;
    different += 1;
  }
  return different;
}
