import { motronicSamples } from '../../testing/motronic-sample.ts';

export const monoMotronicSample = motronicSamples({
  sizeBytes: 0x8000,
  numbers: '1H0907999A  1,8L R4 MONO        D11PMC ',
  numbersAt: 0x6e52,
});
