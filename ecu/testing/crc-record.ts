import { crc32Forward } from '../checksums/crc32.ts';
import { Image } from '../image.ts';
import type { SampleImage } from './sample-image.ts';

export type CrcRecordOptions = {
  /** Offsets of the record and of its areas in the file; both ends of an area are inclusive. */
  at: number;
  areas: readonly (readonly [number, number])[];
  initial: number;
  /** The difference between memory addresses and file offsets. */
  origin: number;
  isBigEndian: boolean;
};

/** Writes a Siemens record with the CRC of the current content of its areas. */
export function writeCrcRecord(
  sample: SampleImage,
  { at, areas, initial, origin, isBigEndian }: CrcRecordOptions,
): void {
  const word = (place: number, value: number) =>
    isBigEndian ? sample.u32be(place, value >>> 0) : sample.u32le(place, value >>> 0);
  word(at, initial);
  word(at + 8, areas.length);
  areas.forEach(([first, last], index) => {
    word(at + 12 + 8 * index, origin + first);
    word(at + 16 + 8 * index, origin + last);
  });
  const image = new Image(sample.bytes);
  word(
    at + 4,
    areas.reduce((crc, [first, last]) => crc32Forward(image, { at: first, end: last + 1 }, crc), initial),
  );
}
