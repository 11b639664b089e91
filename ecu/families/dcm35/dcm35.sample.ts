import { SampleImage } from '../../testing/sample-image.ts';

export type Dcm35Knobs = { sizeBytes?: number; dataAt?: number; text?: string; firstByte?: number };

/** 3 MB with the start of its data. */
export function dcm35Sample(knobs: Dcm35Knobs = {}): Uint8Array {
  const { sizeBytes = 0x300000, dataAt = 0x200000, text = 'T6C1ZZ99_DELIV_3_G9CD_ML6_FIAT_POST_DMS_140108' } = knobs;
  const sample = new SampleImage(sizeBytes, 0x5A);
  sample.fill(dataAt, dataAt + 0x70, 0xFF).u8(dataAt, knobs.firstByte ?? 0xF0).text(dataAt + 0x20, text);
  return sample.bytes;
}
