import { textSamples } from '../../testing/text-sample.ts';

export const simtecSample = textSamples({
  sizeBytes: 0x20000,
  texts: [[0x01000, 'RS90509999 0106577255425b5WK907302']],
});

export const simtec70Sample = textSamples({
  sizeBytes: 0x1c000,
  texts: [
    [0xc007, `${'1110710099000000'.repeat(3)}ca071099.DAT6586039999  ${'\u00ff'.repeat(8)}S99001X18XE190569999   `],
  ],
});
