export const layout = {
  sizeBytes: 0x40000,
  /** Reset and manual reset start the same program on the same stack. */
  startAt: 0x00,
  stackAt: 0x04,
  secondStartAt: 0x08,
  secondStackAt: 0x0c,
  stackAddress: 0xffff0000,
  // Measured on ten dumps: 13 groups of 16 codes, one for each bit of two bytes; decimal digits, 0 for unused bits.
  listFrom: 0x8000,
  listEnd: 0xc000,
  listLength: 13 * 16,
  // The second group has the heaters and sensors of both probes of the second bank, in this order.
  knownGroup: [0x0421, 0x0170, 0x0134, 0x0133, 0x0132, 0x0136, 0x0135, 0x0141, 0x0139],
  knownGroupAt: 16,
  minCodes: 90,
  maxDigit: 9,
};
