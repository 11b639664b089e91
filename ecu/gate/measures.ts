import type { Image, Window } from '../image.ts';
import { codeNames, countCode, type CodeRates } from './code-patterns.ts';
import { measureWords } from './entropy.ts';
import { countRows } from './rows.ts';

/** Statistics of the bytes of a file. Shares and rates leave out pages that consist of a single byte value. */
export type Measures = {
  sizeBytes: number;
  /** Share of the file that is filled with one byte other than zero. */
  filling: number;
  zeros: number;
  /** Share of bytes from 1 to 31 that do not occur in texts: all but tab and line ends. */
  controls: number;
  text: number;
  /** Bits per byte. */
  entropy: number;
  /** Bits in the half of the 16-bit words that varies less, and bits by which the halves predict each other. */
  leastHalf: number;
  shared: number;
  /** Share of bytes in curves. */
  curves8: number;
  curves16: number;
  /** Per 1024 bytes. */
  longNumbers: number;
  axes8: number;
  axes16: number;
  code: CodeRates;
  /** Share of the first 512 bytes that repeats after four or eight bytes, as jumps of a vector table do. */
  vectors: number;
  supplierNumber: 'as it is' | 'byte-swapped' | 'backwards' | null;
};

export function measure(image: Image): Measures {
  const { looked, lengthBytes, filling } = findPages(image);
  const length = Math.max(lengthBytes, 1);
  const perKilobyte = (count: number) => (count * 1024) / length;
  const rows = countRows(image, looked);
  const { zeros, controls, entropy, leastHalf, shared } = measureWords(image, looked);
  return {
    sizeBytes: image.sizeBytes,
    filling,
    zeros,
    controls,
    text: rows.text / length,
    entropy,
    leastHalf,
    shared,
    curves8: rows.curves8 / length,
    curves16: rows.curves16 / length,
    longNumbers: perKilobyte(rows.longNumbers),
    axes8: perKilobyte(rows.axes8),
    axes16: perKilobyte(rows.axes16),
    code: rateCode(image, looked, length),
    vectors: Math.max(repeatsAfter(image, 4), repeatsAfter(image, 8)),
    supplierNumber: findSupplierNumber(image),
  };
}

/** Measures only the code, which is much quicker than `measure`. */
export function measureCode(image: Image): CodeRates {
  const { looked, lengthBytes } = findPages(image);
  return rateCode(image, looked, Math.max(lengthBytes, 1));
}

function rateCode(image: Image, pages: readonly Window[], length: number): CodeRates {
  const counts = new Uint32Array(codeNames.length);
  for (const page of pages) countCode(image, page, counts);
  return Object.fromEntries(
    codeNames.map((name, index) => [name, ((counts[index] ?? 0) * 1024) / length]),
  ) as CodeRates;
}

const vectorsEnd = 0x200;
/** Fewer bytes than this besides zeros and filling prove nothing. */
const minVectorBytes = 60;

function repeatsAfter(image: Image, distance: number): number {
  const { bytes } = image;
  let counted = 0;
  let repeated = 0;
  for (let at = distance; at < Math.min(vectorsEnd, image.sizeBytes); at += 1) {
    const byte = bytes[at];
    if (byte === 0 || byte === 0xff) continue;
    counted += 1;
    if (byte === bytes[at - distance] && byte !== bytes[at - 1]) repeated += 1;
  }
  return counted < minVectorBytes ? 0 : repeated / counted;
}

/** The pages of a file that hold something, and how much of the file is filling. */
type Pages = { looked: Window[]; lengthBytes: number; filling: number };

const pageLength = 0x1000;
const blockLength = 0x100;
/** 256 KB spread over a dump of 2 MB give the same result as all of it: measured, no verdict changes. */
const maxPages = 64;

/** Erased flash is FF; Bosch's and Volvo's linkers fill with C3, AF and 44 (measured); the others are common. */
const fillings: readonly (number | undefined)[] = [0xff, 0xc3, 0xaf, 0x44, 0x55, 0x5a, 0xa5, 0xaa, 0xee];

/** Zeros do not count as filling here: every kind of file has blocks of them. */
function findPages(image: Image): Pages {
  const { sizeBytes } = image;
  const pages: Window[] = [];
  let filled = 0;
  let blocks = 0;
  for (let pageAt = 0; pageAt < sizeBytes; pageAt += pageLength) {
    const end = Math.min(pageAt + pageLength, sizeBytes);
    let same = 0;
    let present = 0;
    for (let at = pageAt; at < end; at += blockLength) {
      present += 1;
      if (!isOneByte(image, at, Math.min(at + blockLength, sizeBytes))) continue;
      same += 1;
      if (fillings.includes(image.bytes[at])) filled += 1;
    }
    blocks += present;
    if (same < present) pages.push({ at: pageAt, end });
  }
  const looked = spread(pages);
  return {
    looked,
    lengthBytes: looked.reduce((sum, { at, end }) => sum + end - at, 0),
    filling: blocks === 0 ? 0 : filled / blocks,
  };
}

function spread(pages: Window[]): Window[] {
  if (pages.length <= maxPages) return pages;
  return Array.from({ length: maxPages }, (_, index) => pages[Math.floor((index * pages.length) / maxPages)] as Window);
}

function isOneByte(image: Image, at: number, end: number): boolean {
  const { bytes } = image;
  for (let next = at + 1; next < end; next += 1) if (bytes[next] !== bytes[at]) return false;
  return true;
}

/** Sizes of the chips that were fitted in pairs, one for the even and one for the odd bytes: 27C256 to 29F010. */
const chipSizes = [0x8000, 0x10000, 0x20000];

/**
 * Whether the image is half of a C166 program. Each half has many of the first bytes of instructions, or of their
 * register bytes, and by chance some of these are adjacent: 4 to 11 in 1024 bytes, where a whole program has 44 or more
 * and other dumps have at most 3.6. The two bytes of a return are never in the same half, so there are hardly any of
 * those. Measured on eleven halves of EDC3; one M3 and one M5 look the same, but are recognised by their family.
 */
export function isHalfOfPair(image: Image): boolean {
  if (!chipSizes.includes(image.sizeBytes)) return false;
  const { code, supplierNumber } = image.memo(measure);
  return supplierNumber === null && code.c166 >= 4 && code.c166 <= 20 && code.c166Return <= 0.6;
}

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
