import { motronicSamples } from '../../testing/motronic-sample.ts';

export const motronicM1Sample = motronicSamples({
  isTurned: true,
  numbers: '50.073001173942312673571080261200950',
  numbersAt: 0x1f02,
  lead: [0x42, 0x03, 0x9f, 0x45, 0x03, 0x9f, 0x23, 0x01, 0x56, 0x96],
});
