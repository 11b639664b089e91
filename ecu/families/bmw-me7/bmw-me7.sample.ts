import { crc32Reflected } from '../../checksums/crc32.ts';
import { Image } from '../../image.ts';
import { SampleImage } from '../../testing/sample-image.ts';

export type BmwMe7Knobs = {
  variant?: string;
  copies?: readonly string[];
  isFramed?: boolean;
  rows?: number;
  isWhole?: boolean;
};

/** The calibration alone, or a program of 512 KB with the calibration at 0x10000. */
export function bmwMe7Sample(knobs: BmwMe7Knobs = {}): Uint8Array {
  const start = knobs.isWhole ? 0x10000 : 0;
  const sample = new SampleImage(knobs.isWhole ? 0x80000 : 0x10000, 0xff);
  if (knobs.isFramed ?? true) sample.u16le(start, 0x5a5a);
  sample.u32le(start + 0xfffc, 0x3cc3a55a).u16le(start + 0xfcbe, 0x3cc3);
  sample.text(start + 0x2c44, knobs.variant ?? '42/1/BMW/11/195//69099999/69099999/010203/').u8(start + 0x2c6f, 0xff);
  const copies = knobs.copies ?? ['0111950069099999', '0111950069099999', '0111950069099999'];
  copies.forEach((copy, index) => sample.text(start + 0xfc66 + index * 0x10, copy));
  sample.text(start + 0xfcc0, '0111950001119500011195000261209999');
  const rows = [
    [0x0000, 0xfc03],
    [0xfc66, 0xfcbf],
  ] as const;
  sample.u32le(start + 0xfc00, 0x81fcbe).u16le(start + 0xfc04, knobs.rows ?? rows.length);
  rows.forEach(([first, last], row) => {
    const crc = crc32Reflected(new Image(sample.bytes), { at: start + first, end: start + last + 1 }, 0xffffffff);
    const rowAt = start + 0xfc06 + row * 12;
    sample
      .u32le(rowAt, 0x810000 + first)
      .u32le(rowAt + 4, 0x810000 + last)
      .u32le(rowAt + 8, ~crc >>> 0);
  });
  return sample.bytes;
}
