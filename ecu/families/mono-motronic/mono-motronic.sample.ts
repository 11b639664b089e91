import type { MotronicKnobs } from '../../testing/motronic-sample.ts';
import { motronicSample } from '../../testing/motronic-sample.ts';

export function monoMotronicSample(knobs: MotronicKnobs = {}): Uint8Array {
  return motronicSample({
    sizeBytes: 0x8000,
    numbers: '1H0907999A  1,8L R4 MONO        D11PMC ',
    numbersAt: 0x6e52,
    ...knobs,
  });
}
