import { writeCrcRecord } from '../../testing/crc-record.ts';
import { SampleImage } from '../../testing/sample-image.ts';

export type Ms4xKnobs = {
  isMsv70?: boolean;
  isCalibrationAlone?: boolean;
  fileName?: string;
  secondName?: string;
  firstByte?: number;
  secondPartNumber?: string;
};

/** A whole MS43, its calibration alone, or a whole MSV70. */
export function ms4xSample(knobs: Ms4xKnobs = {}): Uint8Array {
  if (knobs.isMsv70 === true) return msv70(knobs);
  const isWhole = knobs.isCalibrationAlone !== true;
  const sample = new SampleImage(isWhole ? 0x80000 : 0x10000, 0xff);
  const name = '1119399990010000';
  const at = isWhole ? 0x70000 : 0;
  sample.text(at, `c999z99z43999901${name}${knobs.secondName ?? name}${name}${knobs.fileName ?? 'ca439999.DAT'}`);
  if (!isWhole) return sample.bytes;
  sample.text(0x3f80, '5WK90999--0600000000MS43');
  sample.text(0x6fe80, `7999999${knobs.secondPartNumber ?? '7999999'}79999997999999`);
  return sample.bytes;
}

function msv70({ firstByte = 0x48, secondName, fileName = 'CA9ZZ99Z.DAT' }: Ms4xKnobs): Uint8Array {
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
