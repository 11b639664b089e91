export const layout = {
  /** Measured: hardware and part numbers lie between +0x60 and +0xA7E2 of the calibration block. */
  textsLength: 0x10000,
  calibrationType: 0x50,
  /** The processor's own memory with its shadow row; measured: 448 KB to 516 KB. */
  maxProcessorMemory: 0x81000,

  // The end of a block: copy of another block's word, compensation word, signature of 128 bytes, sum of the signature.
  // DTCController (facts only) for PSA's calibration; measured: the same in all blocks of all makers.
  compensationToEnd: 0x88,
  signatureToEnd: 0x84,
  // Measured: in 194 of 203 blocks, both this sum before the signature and the recorded one of the whole block match.
  // In two of PSA's 1.4 HDI, whose last 8 bytes are FF, only this one does.
  sumBeforeSignature: 0xa03fca00,
  tailLength: 0x100,
  compensationWhy: 'makes the sum of the block come out',
  copyWhy: 'repeats the word of the block that this one was made for',

  // Volkswagen's row of texts, with offsets from the part number. Measured on 14 files of six programs.
  versionField: 0x0d,
  engineField: 0x12,
  engineLength: 20,
  /** Some list the hardware's part number first, and the program's in a second row with version and engine. */
  secondRowStep: 0x14,

  /** Measured: the plate is at 0xFCDD0 of 1 MB, whose calibration ends at 0xFE000. */
  plateLength: 0x2000,
  /** Distance from the part number of Opel's plate to the hardware number: measured, 41 to 52 bytes. */
  opel: { plateBefore: 0x48, maxPlates: 8 },

  /** BMW has numbers in the boot area of a full dump; measured: from 0x6000 in 1 MB and 0x8000 in 2 MB. */
  bootTexts: { at: 0x6000, end: 0xc000 },
  buildLength: 80,

  offWhy: 'class 0: the fault path is switched off',
  /** How many relations have to confirm a table, including the one it was found by. */
  minRelations: 3,
  /** A code of many paths has a maker's number for each of them; more than this many show nothing any more. */
  maxMakerNumbers: 4,
};

/**
 * Control unit of each of Volkswagen's platform projects. The numbers stand beside the names in full dumps
 * (`EDC16U34-3.1 ... P_447`); 213 is U31, or U1 where the memory begins at 0x800000.
 */
export const modelOfPlatform: Readonly<Record<number, string>> = { 213: 'EDC16U31', 397: 'EDC16CP34', 447: 'EDC16U34' };
