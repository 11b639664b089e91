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
  const sample = new SampleImage(knobs.isWhole ? 0x80000 : 0x10000, 0xFF);
  if (knobs.isFramed ?? true) sample.u16le(start, 0x5A5A);
  sample.u32le(start + 0xFFFC, 0x3CC3A55A).u16le(start + 0xFCBE, 0x3CC3);
  sample.text(start + 0x2C44, knobs.variant ?? '42/1/BMW/11/195//69099999/69099999/010203/').u8(start + 0x2C6F, 0xFF);
  const copies = knobs.copies ?? ['0111950069099999', '0111950069099999', '0111950069099999'];
  copies.forEach((copy, index) => sample.text(start + 0xFC66 + index * 0x10, copy));
  sample.text(start + 0xFCC0, '0111950001119500011195000261209999');
  const rows = [
    [0x0000, 0xFC03],
    [0xFC66, 0xFCBF],
  ] as const;
  sample.u32le(start + 0xFC00, 0x81FCBE).u16le(start + 0xFC04, knobs.rows ?? rows.length);
  rows.forEach(([first, last], row) => {
    const crc = crc32Reflected(new Image(sample.bytes), { at: start + first, end: start + last + 1 }, 0xFFFFFFFF);
    const rowAt = start + 0xFC06 + row * 12;
    sample.u32le(rowAt, 0x810000 + first).u32le(rowAt + 4, 0x810000 + last).u32le(rowAt + 8, ~crc >>> 0);
  });
  return sample.bytes;
}
