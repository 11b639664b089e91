import type { Image } from '../image.ts';

/** Bosch: hardware 0261 and 0281, software 1037 and the others used in its place. Six digits follow. */
const starts = ['0261', '0281', '1037', '1039', '1267', '1277', '2227', '2287', '1279', '2537'];
const numberLength = 10;
/** A hardware number may be followed by its software number, and that by its version, without a separator. */
const longestRun = 24;

const asItIs = new Set(starts);
const swapped = new Set(starts.map((start) => `${start[1]}${start[0]}${start[3]}${start[2]}`));
const backwards = new Set(starts.map((start) => Array.from(start).toReversed().join('')));

/** Returns how a supplier's number is spelled in this file; null: there is none. It must not have digits around it. */
export function findSupplierNumber(image: Image): 'as it is' | 'byte-swapped' | 'backwards' | null {
  const { bytes, sizeBytes } = image;
  let best: 'byte-swapped' | 'backwards' | null = null;
  // No run of ten digits fits between two of these steps, so nine bytes in ten need not be read.
  for (let at = numberLength - 1; at < sizeBytes; at += numberLength) {
    if (!isDigit(bytes[at])) continue;
    let from = at;
    while (from > at - longestRun && isDigit(bytes[from - 1])) from -= 1;
    let end = at + 1;
    while (end <= from + longestRun && isDigit(bytes[end])) end += 1;
    if (end - from < numberLength || end - from > longestRun) continue;
    if (asItIs.has(image.asciiRun(from, 4))) return 'as it is';
    if (swapped.has(image.asciiRun(from, 4))) best = 'byte-swapped';
    else if (backwards.has(image.asciiRun(end - 4, 4))) best ??= 'backwards';
  }
  return best;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}
