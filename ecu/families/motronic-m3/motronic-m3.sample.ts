import { motronicSamples } from '../../testing/motronic-sample.ts';

export const motronicM3Sample = motronicSamples({
  sizeBytes: 0x20000,
  name: '56/1/M3.8.3/03/400303/DAMOS30P/30P06-S/30P0606-S/070998/',
  nameAt: 0xbf41,
  numbers: '06A906099R  1.8L R4/5VT MOTR HS V0102612049991037359999',
  numbersAt: 0xbf0a,
});
