import { sum16be } from '../../checksums/sums.ts';
import { Image } from '../../image.ts';
import { SampleImage } from '../../testing/sample-image.ts';

export type GmE54Knobs = { gap?: number; systemEnd?: number; sizeBytes?: number; wrongAt?: number };

const calibrations = [0x8000, 0x1a000, 0x1c800, 0x1e000, 0x1f000, 0x1fff0] as const;

/** 512 KB with six segments and their sums. */
export function gmE54Sample({
  gap = 0,
  systemEnd = 0x70000,
  sizeBytes = 0x80000,
  wrongAt,
}: GmE54Knobs = {}): Uint8Array {
  const sample = new SampleImage(sizeBytes, 0x5a);
  const segments: [number, number][] = [[0x20000, systemEnd]];
  for (let index = 1; index < calibrations.length; index += 1) {
    segments.push([(calibrations[index - 1] ?? 0) + (index === 3 ? gap : 0), calibrations[index] ?? 0]);
  }
  segments.forEach(([at, end], index) => sample.u32be(0x2000a + index * 8, at).u32be(0x2000e + index * 8, end - 1));
  for (const [at, end] of segments) {
    sample.u16be(at, 0);
    sample.u16be(at, -sum16be(new Image(sample.bytes), { at, end }) & 0xffff);
  }
  if (wrongAt !== undefined) sample.u8(wrongAt, 0x77);
  return sample.bytes;
}
