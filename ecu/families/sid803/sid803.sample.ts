import { writeCrcRecord } from '../../testing/crc-record.ts';
import { SampleImage } from '../../testing/sample-image.ts';
import { textSamples } from '../../testing/text-sample.ts';

/** An 803A. */
export const sid803Sample = textSamples({
  sizeBytes: 0x200000,
  texts: [
    [0x6300, '5WS40299B-T     05080017074749  '],
    [0x40000, `CAPO2340PO23400\x00S122247999B0\xFF\xFF\xFF\xFF${'111PO20034000000'.repeat(3)}`],
  ],
});

export type Sid803Options = {
  count?: number;
  /** A row whose last three codes are not the same. */
  unevenRow?: boolean;
  /** A list of stored values with a gap in it. */
  gapInList?: boolean;
  strayByte?: boolean;
  hasSecondTable?: boolean;
  breaksCalibration?: boolean;
};

export const sid803TableAt = 0x40532;
const stride = 22;

/** An 803 with its table of fault rows and the CRC of the calibration. */
export function sid803TableSample(options: Sid803Options = {}): Uint8Array {
  const sample = new SampleImage(0x71000, 0x5a);
  const line = `T5_ZZ0Y1PO0ZZ00\x00S120079999G0\xFF\xFF\xFF\xFF${'111PO000ZZ000000'.repeat(3)}`;
  sample
    .u8(0x3ffff, 0xff)
    .text(0x40000, line)
    .u8(0x40000 + line.length, 0xff);
  writeRows(sample, sid803TableAt, options);
  if (options.hasSecondTable === true) writeRows(sample, 0x48002, options);
  const areas = [
    [0x40240, 0x4ffff],
    [0x50000, 0x5ffff],
    [0x60000, 0x657ff],
  ] as const;
  writeCrcRecord(sample, { at: 0x40100, areas, initial: 0, origin: 0, isBigEndian: true });
  if (options.breaksCalibration === true) sample.u8(0x55555, 0x77);
  return sample.bytes;
}

function writeRows(sample: SampleImage, at: number, { count = 200, ...options }: Sid803Options): void {
  sample
    .fill(at - 2 * stride, at, 0xff)
    .fill(at, at + count * stride, 0)
    .fill(at + count * stride, at + (count + 2) * stride, 0xff);
  // Zeros on either side, which look like empty rows.
  sample.fill(at - stride, at, 0).fill(at + count * stride, at + (count + 1) * stride, 0);
  for (let index = 0; index < count; index += 1) {
    const rowAt = at + index * stride;
    if (index === 5) continue;
    // The first two rows share P0473, and one row has the code of the next one as its first code.
    const code = index < 2 ? 0x0473 : 0x1000 + index;
    sample.u16be(rowAt, index === 9 ? 0x100a : code);
    for (let symptom = 1; symptom < 6; symptom += 1) sample.u16be(rowAt + symptom * 2, code);
    sample.put(rowAt + 12, [0x40, 0x21, 0x42]).u8(rowAt + 20, index === 1 ? 0 : 0x43);
  }
  if (options.unevenRow === true) sample.u16be(at + 100 * stride + 8, 0x0999);
  if (options.gapInList === true) sample.u8(at + 100 * stride + 17, 0x11);
  if (options.strayByte === true) sample.u8(at + 100 * stride + 21, 7);
}
