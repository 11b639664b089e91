import { textSamples } from '../../testing/text-sample.ts';

export const simtecSample = textSamples({
  sizeBytes: 0x20000,
  texts: [[0x01000, 'RS90509999 0106577255425b5WK907302']],
});
