export const layout = {
  /** A block has two markers. A single one can be chance: MED9, PPD and SID80x contain the text, too. */
  markersNeeded: 2,
  smallBytes: 0x80000,
  maxBytes: 0x100000,
  /** A 1 MB file has its code, and three of its calibrations, in the second half, laid out like a 512 KB file. */
  halves: [0, 0x80000],
  /** The program's name with every character doubled, followed by `LHoi`: measured, in all but the oldest. */
  programNameAt: 0x10022,
  programNameLength: 16,
  programMark: 'LHoi',
  /** Source: openremap-core. */
  codeSoftwareNumberAt: 0x10046,
  /** Measured on a file of 1999 without V4.1: the name at 0x50022, directly followed by the number. */
  oldProgramNameAt: 0x50022,
  oldSoftwareNumberAt: 0x50032,
  /** openremap-core, EDC15C: the calibration's number, and that of the boot code, which may differ. */
  calibrationSoftwareNumberAt: 0x7bfb0,
  bootSoftwareNumberAt: 0x7fef0,
  /** The boot code's name, `TSW V2.40 280700 1718 C7/ESB/G40`: measured on six dumps, C2 and C7 of EDC15C. */
  bootNameAt: 0x8000,
  bootNameLength: 32,
  /** Measured: at 0x7CB00, 0x7CC00 and 0x7FE00. */
  tailHardwareNumberWindow: { at: 0x7c000, end: 0x80000 },
  // The text of a Volkswagen calibration, measured: `038906019FG 1,9l R4 EDC  SG  1470 28SA5365 0281010702 FFEWC100
  // 038906019FG 05/01`. Older ones omit the second number, so offsets are relative to the hardware number.
  text: {
    partNumberFieldsBack: [0x2b, 0x22],
    partNumberAgainField: 0x16,
    engineField: 12,
    engineLength: 8,
    versionField: 24,
    versionLength: 10,
  },
  // Block limits of the checksums: VAGEDCSuite, ZedSuite (facts). Those of the lower half of 1 MB are measured.
  blocks: {
    standard: [
      0x10000, 0x14000, 0x4c000, 0x50000, 0x50b80, 0x5c000, 0x60000, 0x60b80, 0x6c000, 0x70000, 0x70b80, 0x7c000,
    ],
    compact: [0x10000, 0x14000, 0x58000, 0x58b80, 0x64000, 0x64b80, 0x70000, 0x70b80, 0x7c000],
    lowerPageLength: 0x10000,
    lowerPage: [0x0000, 0x4000, 0x4b80, 0x10000],
    /** A block whose stored value is just filler has no checksum. */
    notFilledIn: 0xc3c3c3c3,
    seeds: { first: { low: 0, high: 0 }, following: { low: 0x8631, high: 0xefcd } },
    /** In the scheme of 2002, the seed of calibration blocks is what summing the program and the boot code leaves. */
    programOf2002: { at: 0x14000, end: 0x4c000 },
  },
  /** Sums of the common rail units. Measured on 61 dumps; their boot code compares with the closing pair. */
  commonRail: {
    firstBlocks: [
      { at: 0x10000, end: 0x14000 },
      { at: 0x50000, end: 0x54000 },
    ],
    /** What is added in each round, and the seeds of the blocks after the first one. */
    kinds: [
      { lowStep: 0x3962, closing: { low: 0xb530, high: 0x4711 }, seeds: ['zero'] },
      { lowStep: 0x9294, closing: { low: 0xb530, high: 0x4711 }, seeds: ['zero', 'closing'] },
      { lowStep: 0x6458, closing: { low: 0x5020, high: 0x6210 }, seeds: ['closing'] },
    ],
    /** Every block has, in front of its value, one word that is the same in all of them. */
    markBack: 6,
    endStep: 0x80,
    lowestAt: 0x8000,
    marksLimit: 32,
    /** Where blocks begin that do not follow another one. */
    starts: [
      0x8000, 0x10000, 0x14000, 0x54000, 0x60000, 0x61000, 0x6c000, 0x70000, 0x71000, 0x71400, 0x7c000, 0x7cc00,
      0x7cd00, 0x7d000, 0x7d800,
    ],
    /** Blocks known from other files, which a changed file still has; 2.8 TDI has those of `compact` above. */
    measured: [
      [0x14000, 0x58000],
      [0x58000, 0x58b80],
      [0x58b80, 0x64000],
      [0x64000, 0x64b80],
      [0x64b80, 0x70000],
      [0x70000, 0x70b80],
      [0x8000, 0x10000],
      [0x14000, 0x60000],
      [0x14000, 0x70000],
      [0x14000, 0x70b80],
      [0x54000, 0x78b80],
      [0x78b80, 0x80000],
      [0x60000, 0x61000],
      [0x61000, 0x6bd00],
      [0x70000, 0x71000],
      [0x70b80, 0x7c000],
      [0x71000, 0x7bb00],
      [0x71000, 0x7bd00],
      [0x71000, 0x7bd80],
      [0x71400, 0x7c000],
      [0x7c000, 0x7c300],
      [0x7c300, 0x7c600],
      [0x7c600, 0x7c900],
      [0x7cc00, 0x7ec00],
      [0x7cd00, 0x7f800],
      [0x7d000, 0x7eb00],
      [0x7d000, 0x7ec00],
      [0x7d000, 0x7f100],
      [0x7d800, 0x7fe00],
    ],
    /** A file made to cost time has many marks, so no more bytes than this are summed. */
    bytesSummedLimit: 0x400000,
  },
  /** Fault paths of the common rail units. The long head is from an A2L of BMW (EDC15C4), the short one is measured. */
  railPaths: {
    forms: {
      long: { codesField: 8, addressesField: 0x18, headLength: 0x22 },
      short: { codesField: 2, addressesField: 0x12, headLength: 0x1c },
    },
    codesPerPath: 8,
    addressesPerPath: 5,
    limitLength: 6,
    /** Measured: 43 to 180 paths. More mean a file made to cost time. */
    pathsLimit: 1000,
    pathsNeeded: 30,
    /** Codes that nearly every engine control unit can set. Measured: 17 and more. */
    widelyUsedNeeded: 10,
    /** Calls that report a fault. Measured: 413 to 730. */
    callsNeeded: 200,
    /** Measured: 58 to 96 paths. */
    pathCounts: { least: 30, most: 200 },
    /** Length of the processor's pages, which 14 bits address. */
    pageLength: 0x4000,
    /** Paths whose limit and head have adjacent addresses: 29 to 76; at most 5 if the list began one path off. */
    besideNeeded: 20,
    besideLead: 3,
    /** Percentage of time limits that end with 0. Measured: all but one of 188 to 284. */
    limitShapeNeeded: 95,
    sameFirstNeeded: 65,
  },
};
