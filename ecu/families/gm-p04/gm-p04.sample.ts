import { SampleImage } from '../../testing/sample-image.ts';

export type GmP04Knobs = {
  stack?: number;
  systemId?: number;
  count?: number;
  fallsAt?: number;
  firstType?: number;
  /** An entry of the second table. */
  flag?: number;
  hasSecondStates?: boolean;
};

export const gmP04TypesAt = 0x72c42;

/** A 512 KB image with its list of codes and their states. */
export function gmP04Sample(knobs: GmP04Knobs = {}): Uint8Array {
  const { count = 121, fallsAt } = knobs;
  const sample = new SampleImage(0x80000, 0xff);
  sample.u32be(0, knobs.stack ?? 0x00ffb800).u32be(4, 0x440);
  sample.u32be(0x7fffa, knobs.systemId ?? 12345678).u16be(0x7fffe, 0xa55a);
  sample.fill(0x45a4e, 0x45a4e + (count + 1) * 4, 0);
  for (let index = 1; index < count; index += 1) {
    const at = 0x45a4e + index * 4;
    sample
      .u16be(at, index === fallsAt ? 0x0001 : 0x0100 + index)
      .u8(at + 2, index % 0x1f)
      .u8(at + 3, 1 + (index % 6));
  }
  writeStates(sample, gmP04TypesAt, knobs);
  if (knobs.hasSecondStates === true) writeStates(sample, 0x78000, knobs);
  return sample.bytes;
}

function writeStates(sample: SampleImage, typesAt: number, { count = 121, firstType = 3, flag = 1 }: GmP04Knobs): void {
  const lampsAt = typesAt + count + (count % 2);
  sample.fill(typesAt - 4, lampsAt + count + 4, 0xff);
  for (let index = 0; index < count; index += 1) {
    const type = index % 4;
    sample.u8(typesAt + index, type).u8(lampsAt + index, type < 2 ? flag : 0);
  }
  sample.u8(typesAt, firstType).u8(lampsAt, 0);
}
