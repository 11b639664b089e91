import type { TextKnobs } from '../../testing/text-sample.ts';
import { textSample } from '../../testing/text-sample.ts';

export function simtecSample(knobs: TextKnobs = {}): Uint8Array {
  return textSample({
    sizeBytes: 0x20000,
    texts: [[0x01000, 'RS90509999 0106577255425b5WK907302']],
    ...knobs,
  });
}
