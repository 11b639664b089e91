import { textSamples } from '../../testing/text-sample.ts';

export const edc15CalibrationSample = textSamples({
  sizeBytes: 0xc000,
  texts: [
    [0xbc56, 'B079EWS3040038'],
    [0xbfb0, '1037359999\xC3\xC3'],
  ],
});
