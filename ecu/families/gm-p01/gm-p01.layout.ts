export const layout = {
  // Signature and segment table: LegacyNsfw/PcmHacks, FileValidator (facts only); the same in every dump measured.
  /** The end of the boot sector and of the file both hold the processor's ILLEGAL instruction. */
  signature: 0x4afc,
  bootSignatureAt: 0x1fffe,
  systemSumAt: 0x500,
  systemIdAt: 0x504,
  systemSuffixAt: 0x508,
  segmentsAt: 0x50c,
  segmentsCount: 8,
  firstCalibrationAt: 0x8000,
  /** Pages that the control unit writes itself, and the calibrations, which have sums of their own. */
  ownPagesAt: 0x4000,
  programAt: 0x20000,
  /** A segment begins with its sum; its part number is at +4. */
  segmentIdField: 4,
  // Pages with the vehicle's own values (measured). One of the two is erased.
  ownPages: [0x4000, 0x6000],
  hardwareNumberField: 0x04,
  traceField: 0x08,
  traceLength: 12,
  partNumberField: 0x18,
  vehicleNumberField: 0x21,
  vehicleNumberLength: 17,
  /** Part numbers of General Motors have seven or eight digits. */
  minNumber: 1_000_000,
  maxNumber: 99_999_999,
  // The table of codes: UniversalPatcher, DtcSearch.xml (facts only); strides, bounds and neighbours measured.
  recordStrides: [4, 6],
  /** Two words stand between the first table and the types, each pair padded to an even address. */
  betweenTablesLength: 8,
  padding: 0xff,
  /** 0: lamp at once, 1: lamp the second time, 2: no lamp, 3: not reported. */
  typeOff: 3,
  lampOff: 0,
};
