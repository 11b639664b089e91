import { writeRangeRecord } from '../../testing/range-record.ts';
import { SampleImage } from '../../testing/sample-image.ts';

export type Dcm35Options = { sizeBytes?: number; dataAt?: number; text?: string; firstByte?: number };

/** A 3 MB image with the start of its data. */
export function dcm35Sample(options: Dcm35Options = {}): Uint8Array {
  const { sizeBytes = 0x300000, dataAt = 0x200000, text = 'T6C1ZZ99_DELIV_3_G9CD_ML6_FIAT_POST_DMS_140108' } = options;
  const sample = new SampleImage(sizeBytes, 0x5a);
  sample
    .fill(dataAt, dataAt + 0x70, 0xff)
    .u8(dataAt, options.firstByte ?? 0xf0)
    .text(dataAt + 0x20, text);
  return sample.bytes;
}

export type FordOptions = { name?: string; last?: number; stray?: boolean; breaksRange?: boolean };

/** A 3 MB image with Ford's data. */
export function dcm35FordSample({
  name = 'DS-ZZ61-12A650-ZG',
  last = 0x2ee7ff,
  stray,
  breaksRange,
}: FordOptions = {}): Uint8Array {
  const sample = new SampleImage(0x300000, 0x5a);
  sample.fill(0x200000, 0x200070, 0xff).u8(0x200000, 0xf0);
  if (stray === true) sample.u8(0x200030, 0x41);
  sample
    .u8(0x2a36eb, 0)
    .text(0x2a36ec, name)
    .u8(0x2a36ec + name.length, 0);
  writeRangeRecord(sample, { at: 0x20008c, first: 0x2ed800, last });
  if (breaksRange === true) sample.u8(0x2ee000, 0x77);
  return sample.bytes;
}
