import { crc16Reflected } from '../checksums/crc16.ts';
import { sum16be } from '../checksums/sums.ts';
import { Image } from '../image.ts';
import type { SegmentPlace } from '../platforms/gm/crc-segments.ts';
import type { SampleImage } from './sample-image.ts';

export type StateListOptions = {
  codesAt: number;
  statesAt: number;
  codeNeedle: string;
  stateNeedle: string;
  /** Offset of the instructions. */
  codeAt: number;
  count: number;
};

/** State of the sample's code `entry`; entry 0 is empty. */
const sampleState = (entry: number) => (entry === 0 ? 0 : [6, 5, 0, 4, 1][entry % 5]) as number;

/** Writes ascending codes from P0011 on, their states, and the two instructions that load the addresses. */
export function putStateList(sample: SampleImage, options: StateListOptions): void {
  const { codesAt, statesAt, count } = options;
  for (let entry = 0; entry < count; entry += 1) {
    sample.u16be(codesAt + entry * 2, entry === 0 ? 0 : 0x0010 + entry).u8(statesAt + entry, sampleState(entry));
  }
  sample.u16be(codesAt + count * 2, 0xffff);
  putNeedle(sample, options.codeAt, options.codeNeedle, codesAt);
  putNeedle(sample, options.codeAt + 0x100, options.stateNeedle, statesAt);
}

function putNeedle(sample: SampleImage, at: number, text: string, address: number): void {
  // The low half is signed, which the high half compensates for.
  const low = address & 0xffff;
  const high = (address >>> 16) + (low >= 0x8000 ? 1 : 0);
  const bytes = [high >>> 8, high & 0xff, low >>> 8, low & 0xff];
  sample.put(
    at,
    text.split(' ').map((part) => (part === '..' ? (bytes.shift() as number) : parseInt(part, 16))),
  );
}

export type SampleSegment = { at: number; last: number };

/** Writes the segments in the order of `places`: first their ranges, then their checksums, which cover the ranges. */
export function putSegments(
  sample: SampleImage,
  places: readonly SegmentPlace[],
  segments: readonly SampleSegment[],
): void {
  for (const action of [putSegment, settleSegment]) {
    places.forEach((place, index) => action(sample, place, segments[index] ?? { at: 0, last: 0 }));
  }
}

/** Writes the ranges of a segment as measured: the CRC leaves out both words, the sum only its own. */
function putSegment(sample: SampleImage, place: SegmentPlace, { at, last }: SampleSegment): void {
  const putPair = (pairAt: number, [first, end]: Pair) => sample.u32be(pairAt, first).u32be(pairAt + 4, end);
  putPair(place.pairAt, [at, last]);
  const { crcPairs, sumPairs } = listPairs(place, { at, last });
  crcPairs.forEach((pair, index) => putPair(place.crcPairsAt + index * 8, pair));
  sumPairs.forEach((pair, index) => putPair(place.sumPairsAt + index * 8, pair));
}

type Pair = readonly [first: number, last: number];

function listPairs(place: SegmentPlace, { at, last }: SampleSegment): { crcPairs: Pair[]; sumPairs: Pair[] } {
  const [crcAt, sumAt] = [at + place.crcField, at + place.sumField];
  const front: Pair[] = sumAt === at ? [] : [[at, sumAt - 1]];
  return {
    crcPairs: [...front, [sumAt + 2, crcAt - 1], [crcAt + 2, last]],
    sumPairs: [...front, [sumAt + 2, last]],
  };
}

/** Computed directly, so that the family's way of reading the ranges is tested against it. The sum covers the CRC. */
function settleSegment(sample: SampleImage, place: SegmentPlace, { at, last }: SampleSegment): void {
  const image = new Image(sample.bytes);
  const { crcPairs, sumPairs } = listPairs(place, { at, last });
  const crc = crcPairs.reduce(
    (register, [first, end]) => crc16Reflected(image, { at: first, end: end + 1 }, register),
    0,
  );
  sample.u16le(at + place.crcField, crc);
  const sum = sumPairs.reduce((total, [first, end]) => total + sum16be(image, { at: first, end: end + 1 }), 0);
  sample.u16be(at + place.sumField, -sum & 0xffff);
}
