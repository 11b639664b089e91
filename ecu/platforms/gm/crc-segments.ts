import { changeAt, u16beBytes, u16leBytes } from '../../change.ts';
import { crc16Reflected } from '../../checksums/crc16.ts';
import { sum16be } from '../../checksums/sums.ts';
import type { Checksum } from '../../family.ts';
import type { Image, Window } from '../../image.ts';

/**
 * Where a control unit stores the ranges of one segment, and where in the segment its two checksum words are
 * (UniversalPatcher, XML/e38.xml, e67.xml, e78.xml; facts only).
 */
export type SegmentPlace = {
  name: string;
  /** Offset of the segment's first and last address. */
  pairAt: number;
  crcPairsAt: number;
  crcPairs: number;
  sumPairsAt: number;
  sumPairs: number;
  /** Offsets of the two words from the start of the segment. */
  crcField: number;
  sumField: number;
};

export type CrcSegment = Window & {
  name: string;
  crcAt: number;
  sumAt: number;
  crcRanges: Window[];
  sumRanges: Window[];
};

/** Length of a pair: first and last address. */
export const pairLength = 8;

/** Returns null when a pair of addresses does not belong to this file, or a checksum would cover its own word. */
export function readCrcSegments(image: Image, places: readonly SegmentPlace[]): CrcSegment[] | null {
  const segments: CrcSegment[] = [];
  for (const place of places) {
    const own = readPair(image, place.pairAt);
    const crcRanges = readPairs(image, place.crcPairsAt, place.crcPairs);
    const sumRanges = readPairs(image, place.sumPairsAt, place.sumPairs);
    if (own === null || crcRanges === null || sumRanges === null) return null;
    const crcAt = own.at + place.crcField;
    const sumAt = own.at + place.sumField;
    if (sumRanges.some((range) => (range.end - range.at) % 2 !== 0 || holds(range, sumAt))) return null;
    if (crcRanges.some((range) => holds(range, crcAt) || holds(range, sumAt))) return null;
    segments.push({ ...own, name: place.name, crcAt, sumAt, crcRanges, sumRanges });
  }
  return segments;
}

function readPairs(image: Image, at: number, count: number): Window[] | null {
  const pairs = Array.from({ length: count }, (_, index) => readPair(image, at + index * pairLength));
  return pairs.some((pair) => pair === null) ? null : (pairs as Window[]);
}

function readPair(image: Image, at: number): Window | null {
  const first = image.u32be(at);
  const last = image.u32be(at + 4);
  if (first === null || last === null || last <= first || last >= image.sizeBytes) return null;
  return { at: first, end: last + 1 };
}

/**
 * The ranges are used as they stand: they leave out what has to be left out, and the sum covers the word of the CRC, so
 * the CRC is corrected first. Measured on E38, E67 and E78: 47 CRCs and 47 sums of 7 files.
 */
export function crcSegmentChecksums(image: Image, segments: readonly CrcSegment[]): Checksum[] {
  return segments.flatMap((segment) => [toCrcChecksum(image, segment), toSumChecksum(image, segment)]);
}

function toCrcChecksum(image: Image, { name, crcAt, crcRanges: ranges }: CrcSegment): Checksum {
  const expected = ranges.reduce((crc, range) => crc16Reflected(image, range, crc), 0);
  return {
    name: `CRC of the ${name}`,
    kind: 'sum',
    ranges,
    cells: [{ at: crcAt, end: crcAt + 2 }],
    state: image.u16le(crcAt) === expected ? 'ok' : 'wrong',
    correct: () => changeAt(image, crcAt, u16leBytes(expected), `the CRC of the ${name}`),
  };
}

function toSumChecksum(image: Image, { name, sumAt, sumRanges: ranges }: CrcSegment): Checksum {
  const expected = ranges.reduce((sum, range) => sum - sum16be(image, range), 0) & 0xffff;
  return {
    name: `Sum of the ${name}`,
    kind: 'sum',
    ranges,
    cells: [{ at: sumAt, end: sumAt + 2 }],
    state: image.u16be(sumAt) === expected ? 'ok' : 'wrong',
    correct: () => changeAt(image, sumAt, u16beBytes(expected), `the sum of the ${name}`),
  };
}

const holds = ({ at, end }: Window, wordAt: number): boolean => wordAt + 2 > at && wordAt < end;
