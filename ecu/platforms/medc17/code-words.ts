import { wordOfCode } from '../../dtc/spelling.ts';
import { widelyUsedCodes } from '../../dtc/widely-used-codes.ts';
import type { Image } from '../../image.ts';

/** obd: codes as in SAE J2012, nearly all of decimal digits. maker: the vehicle maker's own, in hexadecimal. */
export type CodeKind = 'obd' | 'maker';

/** unclear: as many decimal digits as neither of them has. */
export type StretchKind = CodeKind | 'unclear';

/** Running totals over the words of an image, so that any stretch of them is judged at once. */
export type WordCounts = {
  zeros: Uint32Array;
  decimals: Uint32Array;
  changes: Uint32Array;
  /** Codes that nearly every engine control unit has. */
  widelyUsed: Uint32Array;
  /** Words with a decimal digit for the hundreds, as nearly all codes of the law have. */
  hundreds: Uint32Array;
};

// Measured: 0.8 to 0.9 of the codes of the law have decimal digits only, and 0.21 to 0.35 of the makers' numbers.
const decimalShareOfObd = 0.7;
const decimalShareOfMaker = 0.6;
const presentShareAtLeast = 0.4;
/** Neighbours mostly differ. Tables of curves and flags repeat themselves. */
const changeShareAtLeast = 0.35;

/** What a stretch of words can be, or null. Says nothing about where it begins and ends. */
export function kindOfStretch(counts: WordCounts, at: number, count: number): StretchKind | null {
  const from = at >> 1;
  const inside = (totals: Uint32Array) => (totals[from + count] as number) - (totals[from] as number);
  const present = count - inside(counts.zeros);
  if (present < count * presentShareAtLeast || inside(counts.changes) < count * changeShareAtLeast) return null;
  const decimalShare = inside(counts.decimals) / present;
  if (decimalShare >= decimalShareOfObd) return 'obd';
  return decimalShare <= decimalShareOfMaker ? 'maker' : 'unclear';
}

const isWidelyUsed = new Uint8Array(0x10000);
for (const code of widelyUsedCodes) isWidelyUsed[wordOfCode(code) ?? 0] = 1;

/** For `image.recall`: worked out once for each image. */
export function countCodeWords(image: Image): WordCounts {
  const { bytes } = image;
  const length = image.sizeBytes >> 1;
  const totals = () => new Uint32Array(length + 1);
  const counts: WordCounts = {
    zeros: totals(),
    decimals: totals(),
    changes: totals(),
    widelyUsed: totals(),
    hundreds: totals(),
  };
  const { zeros, decimals, changes, widelyUsed, hundreds } = counts;
  let [zero, decimal, change, common, hundred, before] = [0, 0, 0, 0, 0, 0];
  for (let index = 0; index < length; index += 1) {
    const low = bytes[2 * index] as number;
    const high = bytes[2 * index + 1] as number;
    const word = (high << 8) | low;
    if (word === 0 || word === 0xffff || word === 0x169f) {
      zero += 1;
    } else if ((high & 0xf) < 10) {
      hundred += 1;
      // P00.. are left out with the small numbers that fill most other tables; there are few of them in a list.
      if (high !== 0 && (low & 0xf) < 10 && low < 0xa0) decimal += 1;
    }
    if (word !== before) change += 1;
    common += isWidelyUsed[word] as number;
    before = word;
    zeros[index + 1] = zero;
    decimals[index + 1] = decimal;
    changes[index + 1] = change;
    widelyUsed[index + 1] = common;
    hundreds[index + 1] = hundred;
  }
  return counts;
}

// Measured: 98 to 163 different well-known ones in each list of the law's codes, 7 at most in a list of a maker's
// numbers; 0.94 to 1 of the law's codes have a decimal digit for the hundreds, 0.9 at most of what looks like them.
const widelyUsedAtLeast = 80;
const hundredsShareAtLeast = 0.92;

/** So many different codes are well-known ones, and so few have a hexadecimal digit for the hundreds. */
export function readsAsLaw(image: Image, at: number, count: number): boolean {
  const { zeros, widelyUsed, hundreds } = image.recall(countCodeWords);
  const from = at >> 1;
  const inside = (totals: Uint32Array) => (totals[from + count] as number) - (totals[from] as number);
  if (inside(widelyUsed) < widelyUsedAtLeast) return false;
  if (inside(hundreds) < (count - inside(zeros)) * hundredsShareAtLeast) return false;
  return countWidelyUsed(image, at, count) >= widelyUsedAtLeast;
}

export function countDistinctWords(image: Image, at: number, count: number): number {
  const seen = new Set<number>();
  for (let index = 0; index < count; index += 1) seen.add(image.u16le(at + 2 * index) ?? 0);
  return seen.size;
}

/** How many different codes of the array are ones that nearly every engine control unit has. */
export function countWidelyUsed(image: Image, at: number, count: number): number {
  const seen = new Set<number>();
  for (let index = 0; index < count; index += 1) {
    const word = image.u16le(at + 2 * index) ?? 0;
    if (isWidelyUsed[word] === 1) seen.add(word);
  }
  return seen.size;
}
