import type { TextKnobs } from '../../testing/text-sample.ts';
import { textSample } from '../../testing/text-sample.ts';

export function sid803Sample(knobs: TextKnobs = {}): Uint8Array {
  return textSample({
    sizeBytes: 0x200000,
    texts: [
      [0x6300, '5WS40299B-T     05080017074749  '],
      [0x40000, `CAPO2340PO23400\x00S122247999B0\xFF\xFF\xFF\xFF${'111PO20034000000'.repeat(3)}`],
    ],
    ...knobs,
  });
}
