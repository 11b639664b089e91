import { textSamples } from '../../testing/text-sample.ts';

export const multecSample = textSamples({
  sizeBytes: 0x40000,
  texts: [[0x62, '12249999 WX\xFFDZJR\xFF\xFFD04015Z16XE 0600Tw0.70G']],
});
