/** All measured. Fields are counted from the start of the calibration, or from that of the list. */
export const layout = {
  starts: [0, 0x10000],
  calibrationLength: 0x10000,
  /** Where the processor sees the calibration. */
  address: 0x810000,
  firstWord: 0x5a5a,
  lastWords: 0x3cc3a55a,
  /** The address of a mark, how many rows there are, and the rows: first address, last address, zlib's CRC-32. */
  listField: 0xfc00,
  listMark: 0x3cc3,
  countField: 4,
  rowsField: 6,
  rowLength: 12,
  mostRows: 8,
  programField: 0xfc66,
  hardwareNumberField: 0xfcd8,
  datasetIndex: 7,
} as const;
