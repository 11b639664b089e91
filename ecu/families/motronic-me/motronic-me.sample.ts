import { motronicSamples } from '../../testing/motronic-sample.ts';

export const motronicMeSample = motronicSamples({
  sizeBytes: 0x80000,
  name: '41/1/ME1.5.5/6/16.1//12h/05120804/241100/',
  nameAt: 0x10002,
  numbers: '09119999 BZ 20261206999 1037369999 Z12XE',
  numbersAt: 0x10259,
});
