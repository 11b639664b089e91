import { SampleImage } from '../../testing/sample-image.ts';

export type HondaCarOptions = { sizeBytes?: number; firstWords?: number; partNumber?: string; balance?: number };

/** 992 KB with a part number, whose bytes add up to 0. */
export function hondaCarSample(options: HondaCarOptions = {}): Uint8Array {
  const { sizeBytes = 0xf8000, firstWords = 0x00090000, partNumber = '37805-Z9Z-A999', balance = 0 } = options;
  const sample = new SampleImage(sizeBytes, 0xff);
  sample.u16be(0, 0xffff).u32be(2, firstWords).u16be(6, 0x803c).text(0x14110, `${partNumber}\0`).u8(0x400, 0);
  const sum = sample.bytes.reduce((total, byte) => total + byte, 0);
  return sample.u8(0x400, (balance - sum) & 0xff).bytes;
}
