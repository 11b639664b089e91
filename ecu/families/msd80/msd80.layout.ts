export const layout = {
  /** Some tools read less than the 2 MB of the whole memory, others fill it up; nothing counts from the end. */
  mostBytes: 0x400000,
  // Measured on dumps of MSD80 and MSD81.
  calibrationAt: 0x40000,
  calibrationEnd: 0x80000,
  /** 0044DC0I8A0SWFA3S: the program, whose last five characters are what it is called, and the data. */
  programLength: 12,
  callNameField: 7,
  /** The same 12 characters as the calibration's: in seven dumps, four of them without a boot code. */
  programAt: 0x1fc18,
  // The record of the calibration's CRC begins so in all of them; MSV70 counts from the other end of a word.
  recordAt: 0x40300,
  recordWords: [
    { field: 0, word: 0xffffffff },
    { field: 8, word: 1 },
    { field: 12, word: 0xa0040700 },
  ],
  modelTextAt: 0x720,
  modelTextEnd: 0x760,
  erased: 0xff,
  hardwareNumberAt: 0x800,
  // BMW's number of the part, as digits of four bits, three times.
  partNumberAt: 0x1fc24,
  partNumberLength: 6,
  // Rows: an A2L of MSD80 and one of MSD85, and the XDF files of dmacpro91/BMW-XDFs (facts only).
  codesCount: 4,
  zeroField: 8,
  bmwCodeField: 10,
  rows: [
    { stride: 20, classField: 16, zeroFields: [17, 18, 19] },
    { stride: 28, classField: 24, zeroFields: [12, 13, 14, 15, 17, 19, 21, 23, 26, 27] },
  ],
  /** 422 to 451 in four programs. Those of early prototypes are found in part, which is no table. */
  fewestRows: 300,
  mostRows: 800,
  /** Measured: one or three in each table have neither a number nor a code. */
  emptyRowsAtMost: 3,
  classOff: 0,
};
