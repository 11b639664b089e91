import { writeCrcRecord } from '../../testing/crc-record.ts';
import { SampleImage } from '../../testing/sample-image.ts';

export type Ms4xOptions = {
  isMsv70?: boolean;
  isCalibrationAlone?: boolean;
  fileName?: string;
  secondName?: string;
  firstByte?: number;
  secondPartNumber?: string;
  /** The number of areas in the record of the calibration, and the last address of the second one. */
  areas?: number;
  lastAddress?: number;
};

/** A whole MS43, its calibration alone, or a whole MSV70. */
export function ms4xSample(options: Ms4xOptions = {}): Uint8Array {
  if (options.isMsv70 === true) return msv70(options);
  const isWhole = options.isCalibrationAlone !== true;
  const sample = new SampleImage(isWhole ? 0x80000 : 0x10000, 0xff);
  const name = '1119399990010000';
  const at = isWhole ? 0x70000 : 0;
  sample.text(at, `c999z99z43999901${name}${options.secondName ?? name}${name}${options.fileName ?? 'ca439999.DAT'}`);
  writeMs43Record(sample, at, options);
  if (!isWhole) return sample.bytes;
  sample.text(0x3f80, '5WK90999--0600000000MS43');
  sample.text(0x6fe80, `7999999${options.secondPartNumber ?? '7999999'}79999997999999`);
  return sample.bytes;
}

/** Two areas around the record; the register starts as the last characters of 439999. */
function writeMs43Record(sample: SampleImage, at: number, { areas = 2, lastAddress = 0x7ee17 }: Ms4xOptions): void {
  const recordAt = at + 0x3fe0;
  sample
    .u16le(recordAt + 2, areas)
    .u32le(recordAt + 4, 0x70000)
    .u32le(recordAt + 8, 0x72fff)
    .u32le(recordAt + 12, 0x74000)
    .u32le(recordAt + 16, lastAddress);
  let crc = 0x3939;
  for (const [first, last] of [
    [0, 0x2fff],
    [0x4000, 0xee17],
  ] as const) {
    for (const byte of sample.bytes.subarray(at + first, at + last + 1)) {
      crc ^= byte;
      for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1;
    }
  }
  sample.u16le(recordAt, crc);
}

function msv70({ firstByte = 0x48, secondName, fileName = 'CA9ZZ99Z.DAT' }: Ms4xOptions): Uint8Array {
  const sample = new SampleImage(0x200000, 0xff);
  const name = '0049ZZ0Z999S0ZZ9S';
  sample.u8(0, firstByte).text(0x4300, '5WK98089');
  sample.text(0x40000, `CA9ZZ99Z9ZZ99Z00${name}${secondName ?? name}${name}${fileName}`);
  const areas = [
    [0x40240, 0x4ffff],
    [0x50000, 0x5eaff],
  ] as const;
  writeCrcRecord(sample, { at: 0x400a0, areas, initial: 0, origin: 0x800000, isBigEndian: true });
  return sample.bytes;
}
