import { textSamples } from '../../testing/text-sample.ts';

export const edc1Sample = textSamples({
  sizeBytes: 0x10000,
  texts: [
    [0x650a, '028906099AF \x811,9l R4 EDC'],
    [0x7fd9, '0281001999\xFF2537355999\xFFB73XM200   \xFF564G'],
  ],
});
