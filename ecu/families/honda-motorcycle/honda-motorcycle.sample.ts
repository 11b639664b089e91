import { SampleImage } from '../../testing/sample-image.ts';

export type HondaMotorcycleOptions = {
  sizeBytes?: number;
  firstBytes?: readonly number[];
  codes?: readonly (readonly [number, string])[];
  balance?: number;
};

/** 256 KB with Keihin's code near the end, whose bytes add up to 0. */
export function hondaMotorcycleSample(options: HondaMotorcycleOptions = {}): Uint8Array {
  const { firstBytes = [0xff, 0, 0, 0x48, 0x70, 0, 0x70, 0], codes = [[0x3ffde, 'MZZA199']], balance = 0 } = options;
  const sample = new SampleImage(options.sizeBytes ?? 0x40000, 0xff).put(0, firstBytes);
  for (const [at, text] of codes) {
    sample
      .u8(at - 1, 0)
      .u8(at + text.length, 0)
      .text(at, text);
  }
  const balanceAt = sample.bytes.length - 8;
  sample.u8(balanceAt, 0);
  const sum = sample.bytes.reduce((total, byte) => total + byte, 0);
  return sample.u8(balanceAt, (balance - sum) & 0xff).bytes;
}
