import { needle } from '../../platforms/gm/needles.ts';

/** Sources: UniversalPatcher (facts only); measured on two real dumps. */
export const layout = {
  sizeBytes: 0x80000,
  pairsAt: 0x2000a,
  pairLength: 8,
  names: ['operating system', 'engine', 'engine diagnostics', 'fuel', 'system', 'speedometer'],
  /** The operating system comes first in the list, and last in memory. */
  system: { at: 0x20000, end: 0x70000 },
  firstCalibrationAt: 0x8000,
  /** Offset of the code of record 1 from the address that the program loads; record 0 stands for no code. */
  codeField: 2,
  recordLength: 4,
  typeOff: 3,
  lampOff: 0,
  maxType: 3,
  /** Types from this one on do not light the lamp. */
  firstUnlitType: 2,
  /** Measured: 138 and 144 codes. */
  minCodes: 100,
  maxCodes: 400,
} as const;

/** DtcSearch.xml: the instructions that load the addresses of codes, types and lamps. */
export const needles = {
  codes: needle('42 10 20 7C .. .. .. .. 1C'),
  types: needle('67 24 20 7C .. .. .. .. D1'),
  lamps: needle('67 0C 20 7C .. .. .. .. D1'),
} as const;
