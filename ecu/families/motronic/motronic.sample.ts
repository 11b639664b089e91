import { motronicSamples } from '../../testing/motronic-sample.ts';

export const motronicUnnamedSample = motronicSamples({
  sizeBytes: 0x8000,
  isTurned: true,
  numbers: 'PJ9042999912673572990261203999',
  numbersAt: 0x7ee7,
});
