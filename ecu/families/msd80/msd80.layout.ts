export const layout = {
  /** Some tools read less than the 2 MB of the whole memory, others pad it; no offset counts from the end. */
  maxBytes: 0x400000,
  // Measured on dumps of MSD80 and MSD81.
  calibrationAt: 0x40000,
  calibrationEnd: 0x80000,
  /** 0044DC0I8A0SWFA3S: the program, whose last five characters are its short name, and the data. */
  programLength: 12,
  callNameField: 7,
  /** The same 12 characters as in the calibration, in seven dumps, four of them without boot code. */
  programAt: 0x1fc18,
  // The record of the calibration's CRC begins like this in all of them; the byte order of MSV70 is the opposite.
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
  // BMW's part number, as digits of four bits, three times.
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
  /** 422 to 451 in four programs. Of early prototypes only parts are found, which do not count as a table. */
  minRows: 300,
  maxRows: 800,
  /** Measured: one or three in each table have neither a number nor a code. */
  maxEmptyRows: 3,
  classOff: 0,
};
