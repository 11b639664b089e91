import { c167Samples } from '../../testing/c167-sample.ts';

export const ms42Sample = c167Samples({
  sizeBytes: 0x80000,
  texts: [
    [0x3f00, '5WK9099---0299999999MS4299'],
    [0x3fa2, '42E300110100C66577299999--11101102C60011101102C60011101102C600'],
  ],
});
