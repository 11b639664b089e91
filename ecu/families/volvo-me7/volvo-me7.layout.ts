export const layout = {
  marker: 'Vatlab VOLVO ID.',
  /** Measured: 0x1866A to 0x1897F. */
  markerWindow: { at: 0x18000, end: 0x1a000 },
  /** Counted from the marker. Measured on all dumps; the earliest (1999) write other texts in between. */
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
  /** kForth/Volvo-ME7-BINs (MIT): the list of blocks, with addresses that count from the start of the file. */
  blockListAt: 0x1f810,
  /** Measured: 31 to 63. */
  leastBlocks: 16,
  flashLength: 0x100000,
  /** Measured: 0x2317E to 0x24A6E. */
  codesWindow: { at: 0x20000, end: 0x30000 },
  /** The unused first and last path have this code in all four columns. */
  unusedCode: 0x1699,
  /** Measured: the classes start seven bytes a path before the codes, at an even address, and are read ten times. */
  classesBefore: 7,
  leastClassReads: 2,
  largestClass: 0x3f,
  leastPaths: 100,
  mostPaths: 300,
} as const;
