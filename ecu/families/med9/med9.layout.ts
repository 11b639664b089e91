export const layout = {
  /** Measured on eleven dumps of MED9.1 and MED9.5.10: the variant string is at the same offset in all of them. */
  variantName: 'MED9',
  variantWindow: { at: 0x1c0000, end: 0x1c4000 },
  modelFieldIndex: 2,
  softwareIdFieldIndex: 6,
  /** Measured: a name of ten characters, three times, then the software number and the part number. */
  softwareNumberAt: 0x8029e,
  /** Measured: 0x65E2, after names of the program. */
  bootWindow: { at: 0x2000, end: 0x8000 },
  programNameLength: 10,
  programNameCopies: 3,
  // The text of the calibration, measured: part number, engine, version, hardware number, software number, each
  // terminated by a zero byte. Offsets are relative to the hardware number.
  calibrationWindow: { at: 0x1c0000, end: 0x200000 },
  text: {
    partNumberFieldBack: 0x27,
    engineFieldBack: 0x1a,
    engineLength: 20,
    versionFieldBack: 5,
    versionLength: 4,
    softwareNumberField: 11,
  },
  /** V8 and V10 use 910 in the part number of the program where the box has 907. */
  programDigits: '910',
  boxDigits: '907',
  // Lists of sums, measured: first and last address, sum of the 16-bit words between them, and its complement.
  sums: {
    recordLength: 16,
    recordsLimit: 0x80,
    /** Program: the lists are at these offsets, and addresses are file offsets. */
    programListsAt: [0x1ff0, 0x1ffc0, 0xa0000],
    programEnd: 0x200000,
    /** Calibration: its list lies within it, and addresses are relative to this one. */
    calibrationListWindow: { at: 0x1c2000, end: 0x1d0000 },
    calibrationAddress: 0x5c0000,
    calibrationEndAddress: 0x600000,
    addressOfFile: 0x400000,
    /** Measured: five or six in the calibration. */
    recordsNeeded: 4,
  },
};
