import { sum16be } from '../../checksums/sums.ts';
import { Image } from '../../image.ts';
import { SampleImage } from '../../testing/sample-image.ts';

export type GmE54Options = {
  gap?: number;
  systemEnd?: number;
  sizeBytes?: number;
  wrongAt?: number;
  litOff?: boolean;
  typesAt?: number;
  hasTwoLists?: boolean;
};

export const sampleTables = { recordsAt: 0x3db40, typesAt: 0x1a0a0, lampsAt: 0x1a138, count: 120 };

const calibrations = [0x8000, 0x1a000, 0x1c800, 0x1e000, 0x1f000, 0x1fff0] as const;

/** A 512 KB image with six segments and their sums. */
export function gmE54Sample({
  gap = 0,
  systemEnd = 0x70000,
  sizeBytes = 0x80000,
  wrongAt,
  litOff = false,
  typesAt = sampleTables.typesAt,
  hasTwoLists = false,
}: GmE54Options = {}): Uint8Array {
  const sample = new SampleImage(sizeBytes, 0x5a);
  const segments: [number, number][] = [[0x20000, systemEnd]];
  for (let index = 1; index < calibrations.length; index += 1) {
    segments.push([(calibrations[index - 1] ?? 0) + (index === 3 ? gap : 0), calibrations[index] ?? 0]);
  }
  segments.forEach(([at, end], index) => sample.u32be(0x2000a + index * 8, at).u32be(0x2000e + index * 8, end - 1));
  putTables(sample, typesAt, litOff);
  if (hasTwoLists) sample.put(0x46800, [0x42, 0x10, 0x20, 0x7c, 0, 3, 0, 0, 0x1c]);
  for (const [at, end] of segments) {
    sample.u16be(at, 0);
    sample.u16be(at, -sum16be(new Image(sample.bytes), { at, end }) & 0xffff);
  }
  if (wrongAt !== undefined) sample.u8(wrongAt, 0x77);
  return sample.bytes;
}

/** Writes codes from P0101 on; every fourth is off, and every fourth lights the lamp. */
function putTables(sample: SampleImage, typesAt: number, litOff: boolean): void {
  const { recordsAt, lampsAt, count } = sampleTables;
  sample.u32be(recordsAt, 0).fill(recordsAt + (count + 1) * 4, recordsAt + (count + 2) * 4, 0);
  sample.u8(typesAt, 0).u8(lampsAt, 0);
  for (let entry = 1; entry <= count; entry += 1) {
    sample.u16be(recordsAt + entry * 4, 0x0100 + entry).u16be(recordsAt + entry * 4 + 2, 0x0101);
    sample.u8(typesAt + entry, entry % 4).u8(lampsAt + entry, entry % 4 === 0 ? 1 : 0);
  }
  if (litOff) sample.u8(lampsAt + 3, 1);
  const addressOf = (at: number) => [0, at >>> 16, (at >>> 8) & 0xff, at & 0xff];
  sample.put(0x46720, [0x42, 0x10, 0x20, 0x7c, ...addressOf(recordsAt + 2), 0x1c]);
  sample.put(0x3e68a, [0x67, 0x24, 0x20, 0x7c, ...addressOf(typesAt), 0xd1]);
  sample.put(0x3f2c6, [0x67, 0x0c, 0x20, 0x7c, ...addressOf(lampsAt), 0xd1]);
}
