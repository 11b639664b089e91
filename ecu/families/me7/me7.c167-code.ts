import type { Image } from '../../image.ts';

/**
 * A sequence of C167 instructions to search for: `E6F2 .... C0C5 0025`. Each dot stands for half a byte of any value,
 * such as in the addresses that the instructions contain.
 */
export type CodePattern = { values: Uint8Array; masks: Uint8Array };

/** The offsets at which each pattern occurs, in the order of the patterns. */
export type CodeSites = readonly (readonly number[])[];

/** Instructions of the C167 are two or four bytes long and start at even addresses. */
const instructionStep = 2;
/** These control units have at most 1 MB. */
const codeEndLimit = 0x100000;
/** More than any pattern has in a real program. Limits the result for a file made of a single pattern. */
const sitesLimit = 32;
/** The C167 addresses its memory in pages of 16 KB; segments are 64 KB. */
const pageBits = 14;
const segmentBits = 16;
/** No segment number of a C167 has these bits set, so a number that has is a page number. */
const pageNumberBits = 0xfe00;
/** Where the flash of these control units starts in the memory of the processor. */
export const flashAddress = 0x800000;
/** DPP0 and DPP1 point to the first two pages of the calibration, so offsets below `nearLimit` refer to them. */
const calibrationAt = 0x10000;
const nearLimit = 0x8000;

export function codePattern(text: string): CodePattern {
  const digits = text.replaceAll(' ', '');
  const pairs = digits.match(/../g) ?? [];
  return {
    values: Uint8Array.from(pairs, (pair) => parseInt(pair.replaceAll('.', '0'), 16)),
    masks: Uint8Array.from(pairs, (pair) => parseInt(pair.replaceAll(/[^.]/g, 'F').replaceAll('.', '0'), 16)),
  };
}

/** The patterns grouped by their first two bytes: for each such word, the patterns to compare. */
export type CodeSearch = {
  patterns: readonly CodePattern[];
  byFirstWord: Uint8Array;
  groups: readonly (readonly number[])[];
};

/** Built once for all files, because the table has an entry for every word. */
export function codeSearch(patterns: readonly CodePattern[]): CodeSearch {
  const byFirstWord = new Uint8Array(0x10000);
  const groups: number[][] = [[]];
  for (let word = 0; word < byFirstWord.length; word += 1) {
    const likely = patterns.flatMap(({ values, masks }, index) => {
      const isFirst = (word & 0xff & (masks[0] as number)) === values[0];
      return isFirst && ((word >>> 8) & (masks[1] as number)) === values[1] ? [index] : [];
    });
    if (likely.length > 0) byFirstWord[word] = groups.push(likely) - 1;
  }
  return { patterns, byFirstWord, groups };
}

/** Searches for all patterns in one pass over the program. */
export function findCode(image: Image, { patterns, byFirstWord, groups }: CodeSearch): CodeSites {
  const sites: number[][] = patterns.map(() => []);
  const { bytes } = image;
  const end = Math.min(bytes.length - 1, codeEndLimit);
  for (let at = 0; at < end; at += instructionStep) {
    const group = byFirstWord[(bytes[at] as number) | ((bytes[at + 1] as number) << 8)] as number;
    if (group === 0) continue;
    for (const index of groups[group] as readonly number[]) {
      const found = sites[index] as number[];
      if (found.length < sitesLimit && standsAt(bytes, at, patterns[index] as CodePattern)) found.push(at);
    }
  }
  return sites;
}

function standsAt(bytes: Uint8Array, at: number, { values, masks }: CodePattern): boolean {
  for (let index = 2; index < values.length; index += 1) {
    if (((bytes[at + index] as number) & (masks[index] as number)) !== values[index]) return false;
  }
  return at + values.length <= bytes.length;
}

/** Returns the file offset that two immediates address: an offset, and the page or segment that it lies in. */
export function farTargetAt(image: Image, offsetAt: number, pageAt: number): number | null {
  const offset = image.u16le(offsetAt);
  const page = image.u16le(pageAt);
  if (offset === null || page === null) return null;
  const bits = (page & pageNumberBits) !== 0 ? pageBits : segmentBits;
  const at = page * 2 ** bits + offset - flashAddress;
  return image.has(at, 1) ? at : null;
}

/** Returns the file offset that a single immediate addresses through DPP0 or DPP1; null for any other. */
export function nearTargetAt(image: Image, offsetAt: number): number | null {
  const offset = image.u16le(offsetAt);
  return offset === null || offset >= nearLimit ? null : calibrationAt + offset;
}
