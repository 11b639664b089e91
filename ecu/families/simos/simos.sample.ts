import { c167Samples } from '../../testing/c167-sample.ts';

export const simosSample = c167Samples({
  sizeBytes: 0x80000,
  texts: [
    [0x7f80, '5WP40199----'],
    [0x7fda, '6577315360----111S33D0111S33D0111S33D0'],
    [0x48060, '06A906099AF SIMOS33 1.6l 2V    4083'],
  ],
});
