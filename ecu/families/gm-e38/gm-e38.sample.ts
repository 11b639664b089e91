import { SampleImage } from '../../testing/sample-image.ts';

export type GmE38Knobs = {
  sizeBytes?: number;
  tail?: number;
  bootNumber?: number;
  bootPart?: number;
  programNumber?: number;
  programPart?: number;
};

/** A 2 MB image with its end, and the first words of boot code and program. */
export function gmE38Sample(knobs: GmE38Knobs = {}): Uint8Array {
  const sample = new SampleImage(knobs.sizeBytes ?? 0x200000, 0xff);
  sample
    .u16be(0x3f2, knobs.bootNumber ?? 99)
    .u8(0x3f4, 0)
    .u32be(0x3f5, knobs.bootPart ?? 12605900);
  sample
    .u16be(0x10002, knobs.programNumber ?? 1)
    .u32be(0x10005, knobs.programPart ?? 12699999)
    .text(0x10009, 'AB');
  sample.u32be(0x1ffff8, knobs.tail ?? 0xaa556666).u32be(0x1ffffc, 0xffffffff);
  return sample.bytes;
}
