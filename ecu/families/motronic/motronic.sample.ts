import type { MotronicKnobs } from '../../testing/motronic-sample.ts';
import { motronicSample } from '../../testing/motronic-sample.ts';

export function motronicUnnamedSample(knobs: MotronicKnobs = {}): Uint8Array {
  return motronicSample({
    sizeBytes: 0x8000,
    isTurned: true,
    numbers: 'PJ9042999912673572990261203999',
    numbersAt: 0x7ee7,
    ...knobs,
  });
}
