import { putSegments, putStateList } from '../../testing/gm-state-list.ts';
import { SampleImage } from '../../testing/sample-image.ts';
import { segmentPlaces } from './gm-e38.layout.ts';

export type GmE38Options = {
  sizeBytes?: number;
  tail?: number;
  bootNumber?: number;
  bootPart?: number;
  programNumber?: number;
  programPart?: number;
  hasNoSegments?: boolean;
  /** Loads the list with the instructions of late E67 programs. */
  isLate?: boolean;
  statesAt?: number;
  count?: number;
  /** One byte among the states, with a value that is not a state. */
  wrongState?: number;
};

export const sampleLists = { codesAt: 0x69000, statesAt: 0x1c4321, count: 300 };
const segments = [
  { at: 0, last: 0xbfff },
  { at: 0x10000, last: 0x1bffff },
  { at: 0x1c0000, last: 0x1c0fff },
  { at: 0x1c1000, last: 0x1c1fff },
  { at: 0x1c2000, last: 0x1c3fff },
  { at: 0x1c4000, last: 0x1c7fff },
  { at: 0x1c8000, last: 0x1effff },
];

/** A 2 MB image with its tail, seven segments, and the list of codes with their states. */
export function gmE38Sample(options: GmE38Options = {}): Uint8Array {
  const sample = new SampleImage(options.sizeBytes ?? 0x200000, 0xff);
  sample
    .u16be(0x3f2, options.bootNumber ?? 99)
    .u8(0x3f4, 0)
    .u32be(0x3f5, options.bootPart ?? 12605900);
  sample
    .u16be(0x10002, options.programNumber ?? 1)
    .u32be(0x10005, options.programPart ?? 12699999)
    .text(0x10009, 'AB');
  sample.u32be(0x1ffff8, options.tail ?? 0xaa556666).u32be(0x1ffffc, 0xffffffff);
  if (options.hasNoSegments === true) return sample.bytes;
  const { codesAt, statesAt, count } = sampleLists;
  putStateList(sample, {
    codesAt,
    statesAt: options.statesAt ?? statesAt,
    codeNeedle: options.isLate === true ? '3D 80 .. .. 39 8C .. .. 7D 67 3A 14 7C CC' : usualNeedle,
    stateNeedle: '3C A0 .. .. 38 A5 .. .. 7D 85 50',
    codeAt: 0x54320,
    count: options.count ?? count,
  });
  if (options.wrongState !== undefined) sample.u8(statesAt + 7, options.wrongState);
  putSegments(sample, segmentPlaces, segments);
  return sample.bytes;
}

const usualNeedle = '3D 80 .. .. 39 8C .. .. 7D 7B DA 14 7C 8C 5A 2E 80 BD';
