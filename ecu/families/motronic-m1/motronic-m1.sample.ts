import type { MotronicKnobs } from '../../testing/motronic-sample.ts';
import { motronicSample } from '../../testing/motronic-sample.ts';

export function motronicM1Sample(knobs: MotronicKnobs = {}): Uint8Array {
  return motronicSample({
    isTurned: true,
    numbers: '50.073001173942312673571080261200950',
    numbersAt: 0x1f02,
    lead: [0x42, 0x03, 0x9f, 0x45, 0x03, 0x9f, 0x23, 0x01, 0x56, 0x96],
    ...knobs,
  });
}
