import { SampleImage } from '../../testing/sample-image.ts';

export type GmP04Options = {
  stack?: number;
  systemId?: number;
  count?: number;
  fallsAt?: number;
  firstType?: number;
  /** Value in the second table for codes of types 0 and 1. */
  flag?: number;
  hasSecondStates?: boolean;
  /** Address from which the program loads the sum; null: no instruction does. */
  sumAt?: number | null;
  /** Table whose entries the program compares with 3. */
  comparedAt?: number;
};

export const gmP04TypesAt = 0x72c42;
export const gmP04SumAt = 0x70ece;

/** A 512 KB image with its list of codes and their states. */
export function gmP04Sample(options: GmP04Options = {}): Uint8Array {
  const { count = 121, fallsAt } = options;
  const sample = new SampleImage(0x80000, 0xff);
  sample.u32be(0, options.stack ?? 0x00ffb800).u32be(4, 0x440);
  sample.u32be(0x7fffa, options.systemId ?? 12345678).u16be(0x7fffe, 0xa55a);
  sample.fill(0x45a4e, 0x45a4e + (count + 1) * 4, 0);
  for (let index = 1; index < count; index += 1) {
    const at = 0x45a4e + index * 4;
    sample
      .u16be(at, index === fallsAt ? 0x0001 : 0x0100 + index)
      .u8(at + 2, index % 0x1f)
      .u8(at + 3, 1 + (index % 6));
  }
  writeStates(sample, gmP04TypesAt, options);
  if (options.hasSecondStates === true) writeStates(sample, 0x78000, options);
  sample.put(0x2f000, [0x0c, 0x30, 0x00, 0x03, 0x41, 0xb0]).u32be(0x2f006, options.comparedAt ?? gmP04TypesAt);
  sample.u8(0x2f00a, 0x66);
  const { sumAt = gmP04SumAt } = options;
  if (sumAt !== null) {
    sample.put(0x36b2e, [0x24, 0x3c, 0, 0, 0xff, 0xff, 0xc6, 0x82, 0x98, 0x83, 0x26, 0x39]);
    sample.u32be(0x36b3a, sumAt).put(0x36b3e, [0x2e, 0x03]);
  }
  return sample.u32be(gmP04SumAt, computeSum(sample.bytes)).bytes;
}

function writeStates(
  sample: SampleImage,
  typesAt: number,
  { count = 121, firstType = 3, flag = 1 }: GmP04Options,
): void {
  const lampsAt = typesAt + count + (count % 2);
  sample.fill(typesAt - 4, lampsAt + count + 4, 0xff);
  for (let index = 0; index < count; index += 1) {
    const type = index % 4;
    sample.u8(typesAt + index, type).u8(lampsAt + index, type < 2 ? flag : 0);
  }
  sample.u8(typesAt, firstType).u8(lampsAt, 0);
}

/** Sums every word except those of the sum, of the control unit's own pages and of the number at the end. */
function computeSum(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const leftOut = [
    [0x4000, 0x8000],
    [gmP04SumAt, gmP04SumAt + 4],
    [0x7fffa, 0x7fffe],
  ] as const;
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 2) {
    if (!leftOut.some(([from, to]) => at >= from && at < to)) sum += view.getUint16(at);
  }
  return sum >>> 0;
}
