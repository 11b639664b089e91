export const layout = {
  // Processor for each file size, from RomRaider's definitions (facts only) and the dumps measured.
  processors: [
    { sizeBytes: 0x80000, processor: 'SH7055', sumsAt: 0x7fb80, sumsLimit: 17, isNc: false },
    { sizeBytes: 0x100000, processor: 'SH7058', sumsAt: 0xffb80, sumsLimit: 17, isNc: false },
    // Measured on six dumps of the MX-5 NC: 35 of 35 entries in those that were never edited.
    { sizeBytes: 0x100000, processor: 'SH72531', sumsAt: 0xff650, sumsLimit: 35, isNc: true },
  ],
  // The first two vectors of an SH-2E: its start address, in ROM, and its stack, in RAM at the end of the memory.
  startAt: 0x00,
  stackAt: 0x04,
  stackAddress: 0xffff0000,
  calibrationIdAt: 0x2000,
  calibrationIdLength: 8,
  copyright: 'Copr.DENSO',
  copyrightEnd: 0x2040,
  // {first, last, difference}: RomRaider (GPL-2), davtur19/rx8ecu (AGPL-3), facts only. Subaru has up to 17, Mazda one.
  sumLength: 12,
  sumTotal: 0x5aa5a55a,
  /** Fewer sums mean another maker; 14 were measured. */
  subaruSums: 2,
  // Mazda: consecutive arrays of 140 entries, davtur19/rx8ecu (facts only).
  mazdaEntries: 140,
  mazdaFirstAt: 0x2000,
  /** The misfire of any cylinder comes twice, in front of the rising codes. */
  mazdaRisingFrom: 2,
  mazdaFewestCodes: 60,
  mazdaEnableField: 140 * 2,
  mazdaSecondEnableField: 140 * 3,
  mazdaMonitorField: 140 * 4,
  mazdaMaskField: 140 * 5,
  /** Measured: one of 120 codes has no monitor. */
  mazdaMonitored: 0.9,
  mazdaLength: 140 * 11,
  /** The name of the file in which Mazda's program was delivered follows the second copyright and its year. */
  mazdaCopyright: 'DENSO20',
  mazdaNameLength: 24,
  mazdaTriesLimit: 16,
  // Mazda MX-5 NC: the same arrays, with as many entries as the padded list of codes. Measured on two programs.
  ncFirstAt: 0x2000,
  ncFewestCodes: 60,
  ncFewestEntries: 100,
  ncMostEntries: 300,
  ncActivationMost: 3,
};
