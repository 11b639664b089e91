import type { Facts } from '../../family.ts';
import type { Image } from '../../image.ts';
import { pairLength, readCrcSegments, type CrcSegment, type SegmentPlace } from './crc-segments.ts';

interface ProgramPlaces {
  programPartAt: number;
  programSuffixAt: number;
}

/** Reads the number of the program and the letters after it. */
export function readProgramNumber(image: Image, { programPartAt, programSuffixAt }: ProgramPlaces): Facts {
  const facts: Facts = {};
  const number = image.u32be(programPartAt) ?? 0;
  // Only implied: the file holds the number as a binary word, not as the digits in which it is written.
  if (/^\d{8}$/.test(String(number))) {
    facts.softwareNumber = { value: String(number), at: programPartAt, strength: 'implied' };
  }
  const suffix = image.ascii(programSuffixAt, 2);
  if (suffix !== null && /^[A-Z]{2}$/.test(suffix)) {
    facts.softwareVersion = { value: suffix, at: programSuffixAt, strength: 'strong' };
  }
  return facts;
}

/** Returns a reader of the segments, which finds none in an image that is not of this family. */
export function segmentReader(isOwn: (image: Image) => boolean, places: readonly SegmentPlace[]) {
  const read = (image: Image): CrcSegment[] => (isOwn(image) ? (readCrcSegments(image, places) ?? []) : []);
  return (image: Image): CrcSegment[] => image.memo(read);
}

/** Names of two segments that both control units have. */
export const segmentNames = { systemName: 'operating system', diagnosticsName: 'engine diagnostics' } as const;

/** Segments listed in the table: each entry has the segment's own addresses, two CRC ranges and one sum range. */
export const listedSegments = (entries: readonly (readonly [string, number])[], crcField: number): SegmentPlace[] =>
  entries.map(([name, at]) => ({ ...pairsFrom(at, 2, 1), name, crcField, sumField: 0 }));

/** The first segment, with three CRC ranges and two sum ranges. */
export const firstSegment = (name: string, at: number, fields: Pick<SegmentPlace, 'crcField' | 'sumField'>) => ({
  ...pairsFrom(at, 3, 2),
  name,
  ...fields,
});

/** Successive pairs of addresses: the segment's own, those of its CRC ranges, those of its sum ranges. */
const pairsFrom = (pairAt: number, crcPairs: number, sumPairs: number) => ({
  pairAt,
  crcPairsAt: pairAt + pairLength,
  crcPairs,
  sumPairsAt: pairAt + pairLength * (1 + crcPairs),
  sumPairs,
});
