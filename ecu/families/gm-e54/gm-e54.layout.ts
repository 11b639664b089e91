import { needle } from '../../platforms/gm/needles.ts';

/** UniversalPatcher (facts only); measured on two real dumps. */
export const layout = {
  sizeBytes: 0x80000,
  pairsAt: 0x2000a,
  pairLength: 8,
  names: ['operating system', 'engine', 'engine diagnostics', 'fuel', 'system', 'speedometer'],
  /** The operating system comes first in the list, and behind all others in the memory. */
  system: { at: 0x20000, end: 0x70000 },
  firstCalibrationAt: 0x8000,
  /** Two bytes into what the program loads: the code of the first record but one, which stands for none. */
  codeField: 2,
  recordLength: 4,
  typeOff: 3,
  lampOff: 0,
  largestType: 3,
  /** Types from this one on light no lamp. */
  firstUnlitType: 2,
  /** Measured: 138 and 144. */
  leastCodes: 100,
  mostCodes: 400,
} as const;

/** DtcSearch.xml: the instructions that load the addresses of codes, types and lamps. */
export const needles = {
  codes: needle('42 10 20 7C .. .. .. .. 1C'),
  types: needle('67 24 20 7C .. .. .. .. D1'),
  lamps: needle('67 0C 20 7C .. .. .. .. D1'),
} as const;
