import { crc32Reflected } from '../checksums/crc32.ts';
import { Image } from '../image.ts';
import type { SampleImage } from './sample-image.ts';

export type RangeOptions = { at: number; first: number; last: number; kind?: 'CRC' | 'sum' };

/** Writes a Delphi record with the value of the current content of its range, and the erased bytes after it. */
export function writeRangeRecord(sample: SampleImage, { at, first, last, kind = 'CRC' }: RangeOptions): void {
  sample
    .fill(at, at + 28, 0xff)
    .u32le(at + 4, first)
    .u32le(at + 8, last);
  const area = { at: first, end: last + 1 };
  const crc = () => ~crc32Reflected(new Image(sample.bytes), area, 0xffffffff) >>> 0;
  const sum = () => sample.bytes.subarray(area.at, area.end).reduce((total, byte) => total + byte, 0);
  sample.u32le(at, kind === 'CRC' ? crc() : sum());
}
