import type { TextKnobs } from '../../testing/text-sample.ts';
import { textSample } from '../../testing/text-sample.ts';

export function mjdSample(knobs: TextKnobs = {}): Uint8Array {
  return textSample({
    sizeBytes: 0x10000,
    texts: [
      [0xA5, 'U\x00355199999 ZJ y'],
      [0xE162, '6JF   MUST_C31416JF'],
    ],
    ...knobs,
  });
}
