import { u16beBytes } from '../../change.ts';
import { SampleImage } from '../../testing/sample-image.ts';

export type GmP01Options = {
  stride?: 4 | 6;
  count?: number;
  gapAt?: number;
  signature?: number;
  hasOwnPage?: boolean;
  hasSecondOwnPage?: boolean;
  /** Replaces the byte between the types and the lamps. */
  padding?: number;
  firstType?: number;
  brokenLamp?: boolean;
  /** Index of a record in the middle that does not rise. */
  fallsAt?: number;
  hasSecondList?: boolean;
  wrongSum?: boolean;
};

const gmP01SampleLayout = { recordsAt: 0x7cdb2, firstTableAt: 0x15f90 };

/** A 512 KB image with eight segments whose sums are right. */
export function gmP01Sample(options: GmP01Options = {}): Uint8Array {
  const sample = new SampleImage(0x80000, 0xff);
  const { signature = 0x4afc, gapAt = 0x14000 } = options;
  const ends = [0x14000, 0x16e00, 0x1be00, 0x1c800, 0x1e520, 0x1eea0, 0x1efa0];
  const starts = [0x8000, gapAt, ...ends.slice(1, -1)];
  sample.u16be(0x1fffe, signature).u16be(0x7fffe, signature);
  sample.u32be(0x504, 12345678).text(0x508, 'BD');
  sample.u32be(0x50c, 0).u32be(0x510, 0x7fffd);
  for (const [index, at] of starts.entries()) {
    sample.u32be(0x514 + index * 8, at).u32be(0x518 + index * 8, (ends[index] ?? 0) - 1);
    sample.u32be(at + 4, 9350000 + index);
  }
  if (options.hasOwnPage !== false) writeOwnPage(sample, 0x6000);
  if (options.hasSecondOwnPage === true) writeOwnPage(sample, 0x4000);
  writeRecords(sample, gmP01SampleLayout.recordsAt, options);
  if (options.hasSecondList === true) writeRecords(sample, 0x60000, options);
  writeTables(sample, options);
  writeSums(sample.bytes, starts, ends);
  if (options.wrongSum === true) sample.u16be(0x14002, 0xabcd);
  return sample.bytes;
}

function writeOwnPage(sample: SampleImage, at: number): void {
  sample.u32be(at + 4, 9380000).text(at + 8, '1EB0VLY11003');
  sample.u32be(at + 0x18, 12200000).text(at + 0x21, '1GZZZ00Z00Z000000');
}

function writeRecords(sample: SampleImage, at: number, { stride = 4, count = 121, fallsAt }: GmP01Options): void {
  sample.fill(at, at + (count + 1) * stride, 0);
  for (let index = 1; index < count; index += 1) {
    sample.u16be(at + index * stride, index === fallsAt ? 0x0001 : 0x0100 + index);
    sample.u8(at + index * stride + 2, index % 0x1f).u8(at + index * stride + 3, 1 + (index % 6));
  }
}

function writeTables(sample: SampleImage, options: GmP01Options): void {
  const { count = 121, padding = 0xff, firstType = 3 } = options;
  const odd = count % 2;
  const { firstTableAt } = gmP01SampleLayout;
  const typesAt = firstTableAt + count + odd + 8;
  const lampsAt = typesAt + count + odd;
  sample.u8(firstTableAt - 1, 0x0a).fill(firstTableAt, firstTableAt + count, 1);
  sample.fill(firstTableAt + count, typesAt, 0xfd).fill(typesAt, lampsAt, padding);
  for (let index = 0; index < count; index += 1)
    sample.u8(typesAt + index, index % 4).u8(lampsAt + index, index % 4 < 2 ? 1 : 0);
  sample
    .u8(typesAt, firstType)
    .u8(lampsAt, 0)
    .u8(lampsAt + count, 0xff);
  if (options.brokenLamp === true) sample.u8(lampsAt + 7, 2);
}

function writeSums(bytes: Uint8Array, starts: readonly number[], ends: readonly number[]): void {
  const rest = (windows: readonly (readonly [number, number])[]) => {
    let sum = 0;
    for (const [at, end] of windows) {
      for (let next = at; next < end; next += 2) sum -= ((bytes[next] ?? 0) << 8) | (bytes[next + 1] ?? 0);
    }
    return u16beBytes(sum & 0xffff);
  };
  for (const [index, at] of starts.entries()) bytes.set(rest([[at + 2, ends[index] ?? 0]]), at);
  bytes.set(
    rest([
      [0, 0x500],
      [0x502, 0x4000],
      [0x20000, 0x7fffe],
    ]),
    0x500,
  );
}
