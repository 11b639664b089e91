import { writeCrcRecord } from './crc-record.ts';
import type { CrcRecordKnobs } from './crc-record.ts';
import { SampleImage } from './sample-image.ts';

export type TextKnobs = {
  sizeBytes?: number;
  /** Texts by the place where they start, letter for letter: a character is a byte. */
  texts?: readonly (readonly [number, string])[];
  /** Written where it fits in. */
  crcRecord?: CrcRecordKnobs;
};

/** Program bytes with texts in them: what families that are recognised by texts alone look at. */
export function textSample({ sizeBytes = 0x10000, texts = [], crcRecord }: TextKnobs): Uint8Array {
  const sample = new SampleImage(sizeBytes, 0x5a);
  for (const [at, text] of texts) {
    // A byte that is no text on either side, as in every dump.
    sample
      .u8(at - 1, 0xff)
      .u8(at + text.length, 0xff)
      .text(at, text);
  }
  if (crcRecord?.areas.every(([, last]) => last < sizeBytes) === true) writeCrcRecord(sample, crcRecord);
  return sample.bytes;
}

/** Files of one family: as `usual`, but for what a test sets otherwise. */
export const textSamples =
  (usual: TextKnobs) =>
  (knobs: TextKnobs = {}): Uint8Array =>
    textSample({ ...usual, ...knobs });
