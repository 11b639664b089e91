export const layout = {
  // Measured: the calibration of the SID803, and rows at 0x40532 in all seven dumps of it, 216 each.
  calibrationAt: 0x40240,
  calibrationEnd: 0x50000,
  stride: 22,
  codesCount: 6,
  /** Codes of chassis and body, which do not occur in any row. */
  firstOther: 0x4000,
  lastOther: 0xbfff,
  /** Which values are stored with a fault: a list of eight bytes that ends with 0. */
  environmentField: 12,
  environmentLength: 8,
  classField: 20,
  zeroField: 21,
  minRows: 180,
  maxRows: 400,
  minWithCode: 150,
  // Measured on two data sets of the maker for one program: class 0 is used where the car lacks the equipment.
  classOff: 0,
};
