export const layout = {
  /** Measured on eleven dumps of MED9.1 and MED9.5.10: the variant string stands at the same place in all of them. */
  variantName: 'MED9',
  variantWindow: { at: 0x1c0000, end: 0x1c4000 },
  modelFieldIndex: 2,
  softwareIdFieldIndex: 6,
  /** Measured: three times a name of ten characters, the software number, and the part number behind it. */
  softwareNumberAt: 0x8029e,
  /** Measured: 0x65E2, behind names of the program. */
  bootWindow: { at: 0x2000, end: 0x8000 },
  programNameLength: 10,
  programNameCopies: 3,
  // The text of the calibration, measured: part number, engine, version, hardware number, software number, each ended
  // by a zero byte. Places are counted from the hardware number.
  calibrationWindow: { at: 0x1c0000, end: 0x200000 },
  text: {
    partNumberFieldBack: 0x27,
    engineFieldBack: 0x1a,
    engineLength: 20,
    versionFieldBack: 5,
    versionLength: 4,
    softwareNumberField: 11,
  },
  /** V8 and V10 print 910 for the program of a part whose box has 907. */
  programDigits: '910',
  boxDigits: '907',
  // Lists of sums, measured: first and last address, sum of the 16-bit words between, and its complement.
  sums: {
    recordLength: 16,
    recordsLimit: 0x80,
    /** Program: at these places, and addresses are places in the file. */
    programListsAt: [0x1ff0, 0x1ffc0, 0xa0000],
    programEnd: 0x200000,
    /** Calibration: its list lies within it, and addresses count from here. */
    calibrationListWindow: { at: 0x1c2000, end: 0x1d0000 },
    calibrationAddress: 0x5c0000,
    calibrationEndAddress: 0x600000,
    addressOfFile: 0x400000,
    /** Measured: five or six in the calibration. */
    recordsNeeded: 4,
  },
};
