import { motronicSamples } from '../../testing/motronic-sample.ts';

export const motronicM5Sample = motronicSamples({
  sizeBytes: 0x20000,
  name: '46/1/M5.4/05/121/DAMOS15/1507/150718-S/231293/',
  nameAt: 0xdf3d,
  numbers: '4D0907999B  4,2L V8/4V  MOTR AT D0302612039991267359999',
  numbersAt: 0xdf06,
});
