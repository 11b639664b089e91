export const layout = {
  // Block header: measured, the same in every dump that has one. DTCController knows the magic words by the same place.
  blockStep: 0x100,
  softwareNumberField: 0x10,
  datasetField: 0x1A,
  datasetLength: 8,
  startAddressField: 0x34,
  lastAddressField: 0x38,
  magicField: 0x3C,
  magic: 0xFADECAFE,
  magicNext: 0xCAFEAFFE,
  /** The family's largest memory. */
  blocksEndLimit: 0x200000,
  /** Measured: the numbers of hardware and part lie between +0xAE0 and +0xA7E2 of the calibration block. */
  textsLength: 0x10000,
  /** BMW keeps the hardware number in the boot area of a full dump. Measured on one file. */
  bootHardwareNumberAt: 0x8000,
};
