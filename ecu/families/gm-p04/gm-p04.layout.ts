export const layout = {
  sizeBytes: 0x80000,
  // Measured on dumps of six programs; the vectors and the two last words are the same in all of them.
  stackAddress: 0x00ffb800,
  startAddress: 0x440,
  systemIdAt: 0x7fffa,
  signatureAt: 0x7fffe,
  signature: 0xa55a,
  smallestNumber: 1_000_000,
  largestNumber: 99_999_999,
  programAt: 0x8000,
  recordStride: 4,
  calibrationAt: 0x60000,
  typeOff: 3,
  padding: 0xff,
};
