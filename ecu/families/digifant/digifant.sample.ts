import { textSamples } from '../../testing/text-sample.ts';

export const digifantSample = textSamples({
  sizeBytes: 0x8000,
  texts: [[0x151, 'DIGIFANT 1.7        XXXX']],
});
