import { motronicSamples } from '../../testing/motronic-sample.ts';

export const motronicM4Sample = motronicSamples({
  name: '44/1/M4.3/09/5033/DAMOS0C03//040398/',
  numbers: '026120499910373599991270544',
  numbersAt: 0xff00,
});
