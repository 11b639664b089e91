import { putSegments, putStateList } from '../../testing/gm-state-list.ts';
import { SampleImage } from '../../testing/sample-image.ts';
import { segmentPlaces } from './gm-e78.layout.ts';

export type GmE78Options = { tail?: number; bootNumber?: number; programNumber?: number; stateFlags?: number };

export const sampleLists = { codesAt: 0xe9000, statesAt: 0x2c0321, count: 300 };
const segments = [
  { at: 0x80000, last: 0x2bbfff },
  { at: 0x2bc000, last: 0x2bcfff },
  { at: 0x2bd000, last: 0x2bdfff },
  { at: 0x2be000, last: 0x2bffff },
  { at: 0x2c0000, last: 0x2c7fff },
  { at: 0x2c8000, last: 0x2effff },
];

/** A 3 MB image with its tails, six segments, and the list of codes with their states. */
export function gmE78Sample(options: GmE78Options = {}): Uint8Array {
  const sample = new SampleImage(0x300000, 0xff);
  for (const at of [0x7fff8, 0x2ffff8]) sample.u32be(at, options.tail ?? 0x55aaffff).u32be(at + 4, 0xffffffff);
  sample.u16be(0x80000, 0xaa55).u16be(0x1ada2, options.bootNumber ?? 99);
  sample.u16be(0xcb002, options.programNumber ?? 1).u8(0xcb004, 0);
  sample.u32be(0xcb005, 12688888).text(0xcb009, 'AC');
  const { codesAt, statesAt, count } = sampleLists;
  putStateList(sample, {
    codesAt,
    statesAt,
    codeNeedle: '3D 80 .. .. 39 8C .. .. 57 EB 08 3C 7C 8C 5A 2E 3D 20',
    stateNeedle: '3C A0 .. .. 38 A5 .. .. 7F EB 07 34',
    codeAt: 0x154320,
    count,
  });
  if (options.stateFlags !== undefined) {
    for (let entry = 1; entry < count; entry += 1) {
      sample.u8(statesAt + entry, (sample.bytes[statesAt + entry] as number) | options.stateFlags);
    }
  }
  putSegments(sample, segmentPlaces, segments);
  return sample.bytes;
}
