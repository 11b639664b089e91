import type { Facts } from '../../family.ts';
import type { Image } from '../../image.ts';
import { pairLength, readCrcSegments, type CrcSegment, type SegmentPlace } from './crc-segments.ts';

interface ProgramPlaces {
  programPartAt: number;
  programSuffixAt: number;
}

/** The number of the program and the letters after it. */
export function readProgramNumber(image: Image, { programPartAt, programSuffixAt }: ProgramPlaces): Facts {
  const facts: Facts = {};
  const number = image.u32be(programPartAt) ?? 0;
  // The number stands in the file as a binary word, which is not how it is written down.
  if (/^\d{8}$/.test(String(number))) {
    facts.softwareNumber = { value: String(number), at: programPartAt, strength: 'implied' };
  }
  const suffix = image.ascii(programSuffixAt, 2);
  if (suffix !== null && /^[A-Z]{2}$/.test(suffix)) {
    facts.softwareVersion = { value: suffix, at: programSuffixAt, strength: 'strong' };
  }
  return facts;
}

/** The segments of an image that is one of this family; of any other there are none. */
export function segmentReader(isOwn: (image: Image) => boolean, places: readonly SegmentPlace[]) {
  const read = (image: Image): CrcSegment[] => (isOwn(image) ? (readCrcSegments(image, places) ?? []) : []);
  return (image: Image): CrcSegment[] => image.memo(read);
}

/** Two of the segments, as both control units have them. */
export const segmentNames = { systemName: 'operating system', diagnosticsName: 'engine diagnostics' } as const;

/** Each entry of the table of segments: the segment, two ranges of its CRC, one of its sum. */
export const listedSegments = (entries: readonly (readonly [string, number])[], crcField: number): SegmentPlace[] =>
  entries.map(([name, at]) => ({ ...pairsFrom(at, 2, 1), name, crcField, sumField: 0 }));

/** The first segment, with three ranges of its CRC and two of its sum. */
export const firstSegment = (name: string, at: number, fields: Pick<SegmentPlace, 'crcField' | 'sumField'>) => ({
  ...pairsFrom(at, 3, 2),
  name,
  ...fields,
});

/** Pairs of addresses, one behind the other: of the segment itself, the ranges of its CRC, those of its sum. */
const pairsFrom = (pairAt: number, crcPairs: number, sumPairs: number) => ({
  pairAt,
  crcPairsAt: pairAt + pairLength,
  crcPairs,
  sumPairsAt: pairAt + pairLength * (1 + crcPairs),
  sumPairs,
});
