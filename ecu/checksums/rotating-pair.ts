import type { Image, Window } from '../image.ts';

/** Two 16-bit accumulators that are mixed into each other, the way Bosch's EDC15 sums its blocks. */
export type RotatingPair = { low: number; high: number };

/** For Volkswagen. Facts: VAGEDCSuite and ZedSuite (GPL-3, nothing copied); verified on every V4.1 dump measured. */
const volkswagenStep = 0xdaac;

/** Returns the accumulators after the words of the window, which has an even length and must lie inside the image. */
export function accumulateWords(
  image: Image,
  { at, end }: Window,
  seed: RotatingPair,
  lowStep = volkswagenStep,
): RotatingPair {
  const { bytes } = image;
  let { low, high } = seed;
  const word = (place: number) => (bytes[place] as number) | ((bytes[place + 1] as number) << 8);
  for (let next = at; next + 4 <= end; next += 8) {
    low ^= word(next);
    const left = high & 15;
    low = rotateLeft(low, left);
    high = (high - word(next + 2) - (left === 0 ? 0 : low & 1)) & 0xffff;
    high ^= low;
    if (next + 8 > end) break;
    low = (low - word(next + 4) + lowStep) & 0xffff;
    high ^= word(next + 6);
    high = rotateLeft(high, 16 - (low & 15));
  }
  return { low, high };
}

/** Returns the value stored for a block: the accumulators, closed with a pair that the control unit has for this. */
export function closePair({ low, high }: RotatingPair, closing: RotatingPair, lowStep = volkswagenStep): number {
  const closedLow = (low - closing.low + lowStep) & 0xffff;
  const closedHigh = high ^ rotateLeft(closing.high, closing.low & 15);
  return ((closedHigh << 16) | closedLow) >>> 0;
}

function rotateLeft(value: number, by: number): number {
  return ((value << by) | (value >>> (16 - by))) & 0xffff;
}
