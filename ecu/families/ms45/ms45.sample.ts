import { textSamples } from '../../testing/text-sample.ts';

export const ms45Sample = textSamples({
  sizeBytes: 0x100000,
  texts: [[0x40001, `CA459X30459X3000${'00445200X30S10000'.repeat(3)}CA459X30.DAT`]],
});
