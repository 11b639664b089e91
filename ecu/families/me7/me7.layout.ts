import { codePattern } from './me7.c167-code.ts';

export const layout = {
  /** ME7Sum calls this block ROMSYS. The bounds are the same in every Volkswagen group dump measured. */
  boundsAt: 0x8000,
  bounds: [
    { field: 0x20, value: 0x00818000 },
    { field: 0x30, value: 0x00810000 },
    { field: 0x34, value: 0x0081fffe },
  ],
  /** The only bound that differs in Alfa's ME7.3.1: measured on six dumps of two programs. */
  otherBoundField: 0x28,
  usualBound: 0x0080fc00,
  alfaBound: 0x0080fe6e,
  /** Also in ROMSYS: the address of the sum over both ends of the calibration, these ends, and two more sums. */
  calibrationSumAddressAt: 0x8010,
  calibrationFirstAddressAt: 0x8030,
  calibrationLastAddressAt: 0x8034,
  startupSumAt: 0x8038,
  startupWordsAt: [0x8000, 0xfffe],
  pagesSumAt: 0x803c,
  pageLength: 0x2000,
  calibration: { at: 0x10000, end: 0x20000 },
  /** The same in pages of 16 KB, as numbered by the processor. */
  calibrationPage: 0x204,
  calibrationPages: 4,
  /** PSA's short read: only the calibration, as its plate and its list of block sums show. */
  calibrationReadLength: 0x10000,
  /** The flash chips used: 29F400 and 29F800. */
  smallFlashLength: 0x80000,
  largeFlashLength: 0x100000,
  /** Measured: 0x10004 to 0x14302. */
  variantWindow: { at: 0x10000, end: 0x20000 },
  /** Other makers' programs store it elsewhere. */
  otherVariantWindow: { at: 0, end: 0x80000 },
  modelField: 2,
  modelName: /^(?:ME7[1-9]|MED7\.|ME7\.)/,
  programField: 4,
  datasetField: 7,
  /** Measured: 0x143C0 to 0x18400. */
  numbersWindow: { at: 0x14000, end: 0x20000 },
  numberGaps: [0, 1, 2],
  numberStarts: /^(?:103[79]|1277)\d{6}$/,
  /** Other makers store the numbers within this distance after the variant string, or not at all. */
  numbersBehindVariant: 0x1000,
  /** Measured: 0x110F9 to 0x1579F. */
  partNumberWindow: { at: 0x10000, end: 0x18000 },
  /** Volkswagen's plate without a variant string: measured on three dumps; part numbers after it and near the end. */
  plateLength: 0x40,
  plateEndWindow: { at: 0xfc000, end: 0x100000 },
  /** The main sum and its inverse are stored this far before the end of the flash (ME7Sum). */
  mainSumBeforeEnd: 0x20,
  earlyCrcRanges: [
    { at: 0x10000, end: 0x14000 },
    { at: 0x14300, end: 0x17f68 },
    { at: 0x18191, end: 0x1fc00 },
  ],
  /** Six bytes each: kind, length, offset, page (ME7Sum). Kind 6: a text in the flash. */
  textTable: {
    rowLength: 6,
    textKind: 6,
    hardwareRow: 2,
    softwareRow: 4,
    partRow: 10,
    versionRow: 11,
    engineRow: 19,
  },
  /** The first and last fault path are dummies and are never on. Measured: 68 to 227 paths. */
  minPaths: 40,
  maxPaths: 300,
  /** Measured: 0x00 to 0x1E. Class numbers above this one do not exist. */
  maxClass: 0x3f,
} as const;

/**
 * Instructions that load an address. Those for the classes were measured: in every dump of the Volkswagen group, the
 * three that add a path's number to the address of the class table agree, and no other table is used like this. The
 * others are ME7Sum's.
 */
export const code = {
  textTable: codePattern('E6F4 .... E6F5 .. 02 F6F4 4. E2 F6F5 4. E2'),
  mainRanges: codePattern('FFFB 8000 0000 8200 FF .. 8. 00'),
  alfaMainRanges: codePattern('6DFE 8000 0000 8200 FF .. 8. 00'),
  blockList: codePattern('FF3F 0000'),
  crcSeedBlock: codePattern('E6FC .... E6FD 8. 00 E0 .E DA .. .... F6F4'),
  crcStart: codePattern('E6F8 .... E6F9 8. 00 F2F4'),
  crcEnd: codePattern('109B E6F4 .... E6F5 8. 00'),
  crcValue: codePattern('F6F5 .... E6F4 .... E6F5 8. 00 DA00'),
  byteSum: codePattern('E10C E6F4 .... E6F5 8. 00 DA00'),
  byteSumOther: codePattern('0400 E6F4 .... E6F5 8. 00 DA00'),
  signature: codePattern('8000 8840 E6F4 .... E6F5 8. 00 8850'),
  classStored: codePattern('E6F2 .... C0C5 0025'),
  classRead: codePattern('E6F1 .... C0E4 0014'),
  classReadAgain: codePattern('E6F2 .... C0E4 0024'),
  tripCount: codePattern('F485 .... C0C5 F025'),
  tripCountEarlier: codePattern('F4A4 .... C0C4 F024'),
} as const;

export type CodeName = keyof typeof code;
