import { motronicSamples } from '../../testing/motronic-sample.ts';

export const motronicMpSample = motronicSamples({
  sizeBytes: 0x8000,
  name: '57/1/MP3.2/14/115.0/DAMOS20/12070100_E/12070100_E/020992/',
  isTurned: true,
  numbers: '12673573990261200999=',
  numbersAt: 0x1fdd,
});
