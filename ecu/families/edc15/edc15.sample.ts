import { SampleImage } from '../../testing/sample-image.ts';

export type Edc15Knobs = {
  blocksAt?: readonly number[];
  hasMarkers?: boolean;
  lastPartNumber?: string;
  sizeBytes?: number;
};

/** A 512 KB image: two copies of the calibration with V4.1 at both ends, or the tail of an EDC15C without any. */
export function edc15Sample(knobs: Edc15Knobs = {}): Uint8Array {
  const { blocksAt = [0x50000, 0x70000], hasMarkers = true, sizeBytes = 0x80000 } = knobs;
  const sample = new SampleImage(sizeBytes, 0xC3);
  if (!hasMarkers) {
    return sample.text(0x7BFB0, '1037369999').text(0x7CC00, '0281019999').text(0x7FEF0, '1037360000').bytes;
  }
  sample.text(0x10046, '1037369999');
  for (const blockAt of blocksAt) {
    const isLast = blockAt === blocksAt.at(-1);
    sample.text(blockAt + 8, 'V4.1').text(blockAt + 0xBFCA, 'V4.1');
    sample.text(blockAt + 0x3313, '0281019999').u8(blockAt + 0x331D, 0x20);
    sample.text(blockAt + 0x3329, (isLast ? knobs.lastPartNumber : undefined) ?? '038906099FG');
  }
  return sample.bytes;
}
