export const layout = {
  marker: 'V4.1',
  /** Measured on every V4.1 dump: 8 bytes into a block, and 0x36 bytes before the page in which it ends is over. */
  startMarkerField: 0x008,
  endMarkerField: 0xFCA,
  pageLength: 0x1000,
  /** One block has two. A single one can be chance: MED9, PPD and SID80x have the text too. */
  markersNeeded: 2,
  smallBytes: 0x80000,
  largestBytes: 0x100000,
  /** openremap-core; a 1 MB file has its code in the second half. */
  codeSoftwareNumbersAt: [0x10046, 0x90046],
  /** openremap-core, EDC15C: the calibration's number, and the one of the boot code, which may be another. */
  calibrationSoftwareNumberAt: 0x7BFB0,
  bootSoftwareNumberAt: 0x7FEF0,
  /** Measured: 0x2FE6 to 0x6ECB bytes behind the first marker of a block. */
  blockTextsLength: 0xC000,
  /** Measured: 0x7CB00, 0x7CC00 and 0x7FE00. */
  tailHardwareNumberWindow: { at: 0x7C000, end: 0x80000 },
};
