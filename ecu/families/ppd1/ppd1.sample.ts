import { textSamples } from '../../testing/text-sample.ts';

export const ppd1Sample = textSamples({
  sizeBytes: 0x40000,
  texts: [[0x00010, `6576286999--    ${'111SN100K5400000'.repeat(3)}CASN1K54.DAT    03G906099ER R4 2.0l PPD1.2    `]],
  crcRecord: {
    at: 0x2c0,
    areas: [
      [0, 0x2bf],
      [0x1100, 0x3cfff],
    ],
    initial: 0,
    origin: 0x840000,
    isBigEndian: true,
  },
});
