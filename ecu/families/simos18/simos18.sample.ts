import { crc32Forward } from '../../checksums/crc32.ts';
import { Image } from '../../image.ts';
import { SampleImage } from '../../testing/sample-image.ts';
import { textSample } from '../../testing/text-sample.ts';

export type Simos18Options = {
  software?: string;
  partNumber?: string;
  breaksCalibration?: boolean;
  breaksProgram?: boolean;
};

export const calibrationAt = 0x40000;
export const programAt = 0x80000;

/** Calibration and program, each with two areas around its header, as in Simos 8. */
export function simos18Sample(options: Simos18Options = {}): Uint8Array {
  const sample = new SampleImage(0x100000, 0xc3);
  const { software = 'S85F1234', partNumber = '8P0907115AA' } = options;
  sample.text(calibrationAt + 0x23, software).text(calibrationAt + 0x60, partNumber);
  writeBlock(sample, calibrationAt, 0xa0040000, 0x3c000);
  writeBlock(sample, programAt, 0x80080000, 0x60000);
  if (options.breaksCalibration === true) sample.u8(calibrationAt + 0x1000, 0x77);
  if (options.breaksProgram === true) sample.u8(programAt + 0x1000, 0x77);
  return sample.bytes;
}

function writeBlock(sample: SampleImage, at: number, address: number, length: number): void {
  sample.fill(at + 0x300, at + 0x400, 0).u32le(at + 0x308, 2);
  sample.u32le(at + 0x30c, address).u32le(at + 0x310, address + 0x2ff);
  sample.u32le(at + 0x314, address + 0x400).u32le(at + 0x318, address + length - 1);
  const image = new Image(sample.bytes);
  const first = crc32Forward(image, { at, end: at + 0x300 }, 0);
  sample.u32le(at + 0x304, crc32Forward(image, { at: at + 0x400, end: at + length }, first));
}

const rows = '111SCGA05G012345'.repeat(3);
export const simos1810Texts: readonly [number, string][] = [
  [
    0x220010,
    `CASCG123${' '.repeat(8)}10012345AB${'\0'.repeat(6)}${rows}CASCG123.DAT\0\0\0\x008V0906259H  2.0l R4 TFSI    0002----EV_ECM20TFS0208V0906259H`,
  ],
];
export const simos85Texts: readonly [number, string][] = [
  [0x40010, 'CAS85ABCD.DAT'],
  [
    0x40100,
    '4G0907551K  3.0l V6 TFSI    00044G0906560A  CGWB EV_ECM30TFS0114G0907551K    001005J623'.replace(
      'CGWB EV',
      'CGWBEV',
    ),
  ],
];

/** A full read with these texts. */
export const simosTextSample = (texts: readonly (readonly [number, string])[], sizeBytes: number): Uint8Array =>
  textSample({ texts, sizeBytes });
