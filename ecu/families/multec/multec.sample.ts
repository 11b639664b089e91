import type { TextKnobs } from '../../testing/text-sample.ts';
import { textSample } from '../../testing/text-sample.ts';

export function multecSample(knobs: TextKnobs = {}): Uint8Array {
  return textSample({
    sizeBytes: 0x40000,
    texts: [[0x62, '12249999 WX\xFFDZJR\xFF\xFFD04015Z16XE 0600Tw0.70G']],
    ...knobs,
  });
}
