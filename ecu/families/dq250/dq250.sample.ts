import { textSamples } from '../../testing/text-sample.ts';

export const dq250Sample = textSamples({
  sizeBytes: 0x68000,
  texts: [[0x61016, '02E300099G  \u0001GSG DSG         DCTB2C0C1C2C3']],
});
