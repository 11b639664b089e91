import type { TextKnobs } from '../../testing/text-sample.ts';
import { textSample } from '../../testing/text-sample.ts';

export function digifantSample(knobs: TextKnobs = {}): Uint8Array {
  return textSample({
    sizeBytes: 0x8000,
    texts: [[0x151, 'DIGIFANT 1.7        XXXX']],
    ...knobs,
  });
}
