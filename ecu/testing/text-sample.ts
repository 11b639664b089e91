import { writeCrcRecord } from './crc-record.ts';
import type { CrcRecordOptions } from './crc-record.ts';
import { SampleImage } from './sample-image.ts';

export type TextOptions = {
  sizeBytes?: number;
  /** Texts and the offsets at which they start; each character is one byte. */
  texts?: readonly (readonly [number, string])[];
  /** Written only if its areas fit into the file. */
  crcRecord?: CrcRecordOptions;
};

/** Builds program bytes that contain texts, for families that are recognised by texts alone. */
export function textSample({ sizeBytes = 0x10000, texts = [], crcRecord }: TextOptions): Uint8Array {
  const sample = new SampleImage(sizeBytes, 0x5a);
  for (const [at, text] of texts) {
    // On either side there is a byte that is not text, as in every dump.
    sample
      .u8(at - 1, 0xff)
      .u8(at + text.length, 0xff)
      .text(at, text);
  }
  if (crcRecord?.areas.every(([, last]) => last < sizeBytes) === true) writeCrcRecord(sample, crcRecord);
  return sample.bytes;
}

/** Builds files of one family from the `usual` values and those that a test overrides. */
export const textSamples =
  (usual: TextOptions) =>
  (options: TextOptions = {}): Uint8Array =>
    textSample({ ...usual, ...options });
