import { textSamples } from '../../testing/text-sample.ts';

export const bms43Sample = textSamples({
  sizeBytes: 0x20000,
  texts: [
    [0x100, 'BMS M43 EG2 1.8 HARD C2.00  SOFT BE.01  TPU 808 10.05.1996  7:47'],
    [0x4962, '6000240000102135100261204999'],
  ],
});
