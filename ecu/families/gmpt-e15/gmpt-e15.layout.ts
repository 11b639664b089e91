export const layout = {
  sizeBytes: 0x80000,
  // Measured on the dumps of zewy9910-ux/Z22SE_Tuner; PcmHacks has the same last words for P10, of the same years.
  signatureAt: 0x7fffc,
  signature: 0xa55aa5a5,
  resetAt: 0x04,
  // Rows of {code, mask, byte}: the bit that stands for the code moves on by one in every row. zewy9910-ux (facts
  // only).
  rowsAt: 0x2000,
  rowsEnd: 0x4000,
  rowLength: 4,
  maskField: 2,
  byteField: 3,
  minRows: 100,
  maxRows: 0x800,
  notUsed: [0x0000, 0x9999, 0xffff],
  calibrationIdAt: 0x800c,
  calibrationIdLength: 8,
  // Pages with the vehicle's own values. One of the two is erased.
  ownPages: [0x4000, 0x6000],
  vehicleNumberField: 0x2c,
  hardwareField: 0x6e,
  hardwareLength: 17,
  hardwareNumberField: 9,
  engineField: 0x84,
  engineLength: 6,
  partNumberField: 0x8e,
  partNumberLength: 8,
};
