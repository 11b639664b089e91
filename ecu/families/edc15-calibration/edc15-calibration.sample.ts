import type { TextKnobs } from '../../testing/text-sample.ts';
import { textSample } from '../../testing/text-sample.ts';

export function edc15CalibrationSample(knobs: TextKnobs = {}): Uint8Array {
  return textSample({
    sizeBytes: 0xc000,
    texts: [
      [0xbc56, 'B079EWS3040038'],
      [0xbfb0, '1037359999\xC3\xC3'],
    ],
    ...knobs,
  });
}
