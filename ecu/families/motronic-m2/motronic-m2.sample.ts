import type { MotronicKnobs } from '../../testing/motronic-sample.ts';
import { motronicSample } from '../../testing/motronic-sample.ts';

export function motronicM2Sample(knobs: MotronicKnobs = {}): Uint8Array {
  return motronicSample({
    numbers: '4A0907999A     MOTOR D02PMC 02612009991267359999',
    numbersAt: 0xff02,
    ...knobs,
  });
}
