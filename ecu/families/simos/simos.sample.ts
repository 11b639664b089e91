import type { C167Knobs } from '../../testing/c167-sample.ts';
import { c167Sample } from '../../testing/c167-sample.ts';

export function simosSample(knobs: C167Knobs = {}): Uint8Array {
  return c167Sample({
    sizeBytes: 0x80000,
    texts: [
      [0x7f80, '5WP40199----'],
      [0x7fda, '6577315360----111S33D0111S33D0111S33D0'],
      [0x48060, '06A906099AF SIMOS33 1.6l 2V    4083'],
    ],
    ...knobs,
  });
}
