import { motronicSamples } from '../../testing/motronic-sample.ts';

export const motronicM2Sample = motronicSamples({
  numbers: '4A0907999A     MOTOR D02PMC 02612009991267359999',
  numbersAt: 0xff02,
});
