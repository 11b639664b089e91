export const layout = {
  marker: 'Vatlab VOLVO ID.',
  /** Measured: 0x1866A to 0x1897F; 0x1BBEE to 0x1F1BC in the first programs, of 512 KB. */
  markerWindow: { at: 0x18000, end: 0x20000 },
  /** Bosch's two numbers follow each other, the same in every file measured: 0x18012 to 0x1802F, 0x1B874 to 0x1B914. */
  numbersWindow: { at: 0x18000, end: 0x1c000 },
  /** Relative to the marker. Measured on all dumps; the earliest (1999) have other texts in between. */
  datasetField: 0x94,
  datasetLength: 0x20,
  descriptionField: 0xb4,
  descriptionLength: 0x45,
  sourceField: 0x157,
  sourceLength: 0x10,
  /** Measured: 0x11850 to 0x138E0. */
  variantWindow: { at: 0x10000, end: 0x20000 },
  modelField: 2,
  programField: 6,
  /** kForth/Volvo-ME7-BINs (MIT): the list of blocks, with addresses relative to the start of the file. */
  blockListAt: 0x1f810,
  /** Measured: 31 to 63. */
  minBlocks: 16,
  flashLength: 0x100000,
  smallFlashLength: 0x80000,
  /** What DPP0 and DPP1 point to in programs of 512 KB: the first two pages of the calibration. Measured. */
  nearAt: 0x10000,
  nearLength: 0x8000,
  /** What DPP1 points to in later programs of 1 MB, and its part of an address. Measured: such a table is read eleven times. */
  nearPage: 5,
  nearSegment: 0x4000,
  minNearReads: 4,
  /** Measured: 0x2317E to 0x24A6E; 0x14BE8 to 0x14C38 in the first programs. */
  codesWindow: { at: 0x14000, end: 0x30000 },
  /** The unused first and last path have this code in all four columns. */
  unusedCode: 0x1699,
  /** Measured: the classes start seven bytes per path before the codes, at an even address, and are read ten times. */
  classesBefore: 7,
  minClassReads: 2,
  /** Later programs have four classes per path. Measured: 5 such tests of the class table, none of any other table. */
  minClassTests: 3,
  maxClass: 0x3f,
  minPaths: 100,
  maxPaths: 300,
} as const;
