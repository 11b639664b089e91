import { needle } from '../../platforms/gm/needles.ts';

export const layout = {
  sizeBytes: 0x80000,
  // Measured on dumps of six programs; the vectors and the last two words are the same in all of them.
  stackAddress: 0x00ffb800,
  startAddress: 0x440,
  systemIdAt: 0x7fffa,
  signatureAt: 0x7fffe,
  signature: 0xa55a,
  minNumber: 1_000_000,
  maxNumber: 99_999_999,
  programAt: 0x8000,
  recordStride: 4,
  calibrationAt: 0x60000,
  typeOff: 3,
  padding: 0xff,

  // The sum: UniversalPatcher, V6-98-05.xml and GM-V6.txt (GPL-3, facts only), which list its offset by program.
  // Measured on 15 dumps: the number of the operating system is left out.
  ownPages: { at: 0x4000, end: 0x8000 },
  sumLength: 4,
  systemIdLength: 4,
};

/** UniversalPatcher, DtcSearch.xml (facts only), and measured: the program compares a type with 3 and loads the sum. */
export const needles = {
  types: { needle: needle('0C 30 00 03 41 B0 .. .. .. .. 66'), addressField: 6 },
  sum: { needle: needle('24 3C 00 00 FF FF C6 82 98 83 26 39 .. .. .. .. 2E 03'), addressField: 12 },
};
