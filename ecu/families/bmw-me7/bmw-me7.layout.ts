/** Measured, unless another source is named. Fields are offsets from the start of the calibration or of the list. */
export const layout = {
  starts: [0, 0x10000],
  calibrationLength: 0x10000,
  /** Address at which the processor sees the calibration. */
  address: 0x810000,
  firstWord: 0x5a5a,
  lastWords: 0x3cc3a55a,
  /** The list: the address of a mark, the number of rows, and the rows: first address, last address, zlib's CRC-32. */
  listField: 0xfc00,
  listMark: 0x3cc3,
  countField: 4,
  rowsField: 6,
  rowLength: 12,
  maxRows: 8,
  programField: 0xfc66,
  hardwareNumberField: 0xfcd8,
  datasetIndex: 7,
  /** Two lists of block sums over the whole memory, as in ME7 of the Volkswagen group. */
  blockListFields: [0x7c7c, 0xea46],
  /** Measured: 2 in the first list, 38 in the second; the last block ends here. */
  minBlocks: 2,
  memoryAddress: 0x800000,
  memoryEnd: 0x880000,
  /**
   * A2L of E5A0 and E650 (zarboz/BMW-XDFs, facts only): CLA, FFT and TSF follow each other, as do CDC, CDK and CDT
   * elsewhere. In each of them the first path is AAA and the last ZZZ, which stand for no fault.
   */
  minPaths: 80,
  maxPaths: 250,
  filterLength: 4,
  /** BMW's number for a path that this engine does not have. */
  noNumber: 0xff,
  maxClass: 0x3f,
} as const;
