import { writeCrcRecord } from '../../testing/crc-record.ts';
import { SampleImage } from '../../testing/sample-image.ts';

export type Msd80Options = {
  model?: string;
  secondName?: string;
  secondPartNumber?: number;
  stride?: 20 | 28;
  count?: number;
  /** One of BMW's numbers is used a second time. */
  sameNumber?: boolean;
  strayByte?: boolean;
  hasSecondTable?: boolean;
  /** As in a read through the plug. */
  hasNoBoot?: boolean;
  secondProgram?: string;
  /** In the byte order of an MSV70. */
  isBigEndian?: boolean;
  /** Rows with neither a code nor a number. */
  emptyRows?: number;
  breaksCalibration?: boolean;
  /** The record of the second boot code as well. */
  hasBootRecord?: boolean;
};

export const msd80TableAt = 0x58108;
const name = '0049ZZ0I9Z9SWFA9S';

/** A 2 MB image with its names and a table of fault rows. */
export function msd80Sample(options: Msd80Options = {}): Uint8Array {
  const sample = new SampleImage(0x200000, 0xff);
  if (options.hasNoBoot === true) sample.fill(0, 0xc000, 0xff);
  else sample.text(0x720, `REGE${options.model ?? 'MSD80'}___TSW`).text(0x800, '5WK93999');
  sample.text(0x1fc18, options.secondProgram ?? name.slice(0, 12));
  for (let copy = 0; copy < 3; copy += 1) {
    const number = copy === 1 ? (options.secondPartNumber ?? 0x07999999) : 0x07999999;
    sample.u16be(0x1fc24 + copy * 6, 0).u32be(0x1fc26 + copy * 6, number);
  }
  sample
    .text(0x40000, `CA9ZZI9Z9ZZI9Z00${name}${options.secondName ?? name}${name}`)
    .u8(0x40043, 0)
    .text(0x40044, 'CA9ZZI9Z.DAT');
  writeRows(sample, msd80TableAt, options);
  if (options.hasSecondTable === true) writeRows(sample, 0x70000, options);
  writeCrcRecord(sample, {
    at: 0x40300,
    areas: [[0x40700, 0x7e6ff]],
    initial: 0xffffffff,
    origin: 0xa0000000,
    isBigEndian: options.isBigEndian === true,
  });
  if (options.hasBootRecord === true) {
    const areas = [
      [0xc000, 0xc2ff],
      [0xc400, 0xefff],
    ] as const;
    writeCrcRecord(sample, { at: 0xc300, areas, initial: 0, origin: 0x80000000, isBigEndian: false });
  }
  if (options.breaksCalibration === true) sample.u8(0x7d000, 0x77);
  return sample.bytes;
}

function writeRows(sample: SampleImage, at: number, options: Msd80Options): void {
  const { stride = 20, count = 320, emptyRows = 1, sameNumber, strayByte } = options;
  sample.fill(at - 2 * stride, at, 0xff).fill(at, at + count * stride, 0);
  for (let index = 0; index < count; index += 1) {
    const rowAt = at + index * stride;
    if (index >= 200 && index < 200 + emptyRows) continue;
    // The first row has only BMW's number; the second and third share P0301.
    if (index > 0) sample.u16le(rowAt, index < 3 ? 0x0301 : 0x1000 + index).u16le(rowAt + 2, 0x2000 + index);
    sample.u16le(rowAt + 10, 0x2a00 + (sameNumber === true && index === 9 ? 8 : index));
    sample.u8(rowAt + (stride === 20 ? 16 : 24), index === 2 ? 0 : 0x11);
  }
  if (strayByte === true) sample.u8(at + 100 * stride + stride - 1, 7);
}
