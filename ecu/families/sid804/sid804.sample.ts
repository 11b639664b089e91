import { c167Samples } from '../../testing/c167-sample.ts';

export const sid804Sample = c167Samples({
  sizeBytes: 0x80000,
  texts: [
    [0x3f80, '5WS40299C-T 857609999   05120023025036'],
    [0x10122, '111PN1699270'.repeat(3)],
    [0x60010, `${'111PN16992700000'.repeat(3)}62S118660999E0`],
    [0x60360, 'CAPN1699.DAT'],
  ],
});
