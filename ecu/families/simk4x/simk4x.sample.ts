import { c167Samples } from '../../testing/c167-sample.ts';

export const simk4xSample = c167Samples({
  sizeBytes: 0x100000,
  texts: [[0x90010, `${'1116690957010000'.repeat(3)}ca669957.DATG7DCXX1A----`]],
});
