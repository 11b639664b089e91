import type { TextKnobs } from '../../testing/text-sample.ts';
import { textSample } from '../../testing/text-sample.ts';

export function edc3Sample(knobs: TextKnobs = {}): Uint8Array {
  return textSample({
    sizeBytes: 0x40000,
    texts: [
      [0x10020, 'U\xAAAA0033000055AA55LHoidd'],
      [0x3b19c, '038906099FK 1,9l R4 EDC  SG  2169 0281010999 EA5AU100HEX038906099FK 0200 '],
    ],
    ...knobs,
  });
}
