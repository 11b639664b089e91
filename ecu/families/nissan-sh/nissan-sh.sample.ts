import { SampleImage } from '../../testing/sample-image.ts';

export type NissanShOptions = {
  sizeBytes?: number;
  secondStack?: number;
  secondStart?: number;
  frameEnd?: number;
  /** Texts at their offsets. */
  ids?: readonly (readonly [number, string])[];
  changedWord?: number;
};

export const nissanFrameAt = 0x8c24;

/** A 1 MB image with its name and its two sums. */
export function nissanShSample(options: NissanShOptions = {}): Uint8Array {
  const { ids = [[0x2400, '1ZZ99D1ZZ99D']], frameEnd = 0x0012c000, secondStack = 0xffff7ffc } = options;
  const sample = new SampleImage(options.sizeBytes ?? 0x100000, 0xff);
  sample
    .u32be(0, 0x104)
    .u32be(4, 0xffff7ffc)
    .u32be(8, options.secondStart ?? 0x104)
    .u32be(0xc, secondStack);
  for (const [at, id] of ids) sample.text(at, id);
  sample
    .u32be(nissanFrameAt, 0x3bf5d0af)
    .u32be(nissanFrameAt + 4, 0x0030d400)
    .u32be(nissanFrameAt + 24, frameEnd);
  const view = new DataView(sample.bytes.buffer);
  let [sum, xor] = [0, 0];
  for (let at = 0; at < sample.bytes.length; at += 4) {
    if (at === nissanFrameAt + 12 || at === nissanFrameAt + 20) continue;
    sum = (sum + view.getUint32(at)) >>> 0;
    xor ^= view.getUint32(at);
  }
  sample.u32be(nissanFrameAt + 12, xor >>> 0).u32be(nissanFrameAt + 20, sum);
  if (options.changedWord !== undefined) sample.u32be(options.changedWord, 0x12345678);
  return sample.bytes;
}
