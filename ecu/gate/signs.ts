import type { CodeRates } from './code-patterns.ts';
import type { Measures } from './measures.ts';

/** One reason to take a file for the memory of a control unit, or for something else. */
export type Sign = { name: string; points: number };

/**
 * A file that no family knows is let in with as many points as this. The points come from a logistic regression on 309
 * dumps and 3172 other files and slices that no signature tells, where ten points are one unit. Its weights were checked
 * by leaving out whole families and whole kinds of files. Then signs whose ranges do not overlap were raised to 40 by
 * hand, so that one of them decides. Without any family, two of the dumps have fewer points, 33 and 36. Of 3080 files
 * that had no part in this one had 37, a slice of bitcode, so 8051 code was made to count less; of 3079 more, none.
 */
export function enoughPoints(sizeBytes: number): number {
  return sizeBytes <= smallSizeBytes ? 46 : 38;
}

/**
 * In so small a slice of a font or a library every measure is a matter of chance: of 4000 slices of all sizes that no
 * weight was chosen by, five had 41 to 52 points, all of them small. Of 84 dumps of this size 83 have more.
 */
const smallSizeBytes = 0x10000;


type Level = readonly [above: number, points: number];

/** Each measure counts once, for the highest level that it passes. In brackets: what the dumps or the others reach. */
type Scale<Of> = { name: string; of: (of: Of) => number; levels: readonly Level[] };

const codeScales: readonly Scale<CodeRates>[] = [
  // [others: 22, an icon; 7.5 without it]
  { name: 'C166 code', of: (code) => code.c166, levels: [[4, 6], [15, 12], [25, 40]] },
  { name: '8051 code', of: (code) => code.mcs51, levels: [[0.5, 3], [2, 40]] },
  { name: '8051 calls', of: (code) => code.mcs51Call, levels: [[1, 6], [4, 15]] },
  // [others: 96, Tibetan script]
  { name: '68HC11 code', of: (code) => code.m68hc11, levels: [[1, 12], [2.5, 20]] },
  { name: '68000 code', of: (code) => code.m68k, levels: [[1, 6], [3, 40]] },
  // Other devices have this processor too [firmware of network devices: 8], so it is not enough alone.
  { name: 'PowerPC code', of: (code) => code.powerPc, levels: [[0.3, 12], [1, 28]] },
  { name: 'SuperH code', of: (code) => code.superH, levels: [[1, 10], [3, 40]] },
  { name: 'TriCore code', of: (code) => code.triCore, levels: [[1, 15], [3, 30]] },
  // [dumps: 0.33, 0.46 and 2.5]
  { name: 'x86 code', of: (code) => code.x86, levels: [[0.5, -6], [1, -40]] },
  { name: 'x86 calls', of: (code) => code.x86Call, levels: [[0.6, -8], [1.2, -40]] },
  { name: 'x86 filling', of: (code) => code.x86Filling, levels: [[0.5, -4], [4, -20]] },
  // [dumps: 0, 0.01, 0.56 and 0.06]
  { name: 'ARM code of 64 bits', of: (code) => code.arm64, levels: [[0.2, -40]] },
  { name: 'ARM code', of: (code) => code.arm, levels: [[0.2, -40]] },
  { name: 'Thumb code', of: (code) => code.thumb, levels: [[1.5, -40]] },
  { name: 'MIPS code', of: (code) => code.mips, levels: [[0.5, -40]] },
  // [dumps: 1 and 0.14]
  { name: 'RISC-V code', of: (code) => code.riscV, levels: [[2.5, -40]] },
  { name: 'AVR code', of: (code) => code.avr, levels: [[3, -40]] },
  { name: 'names of symbols', of: (code) => code.symbol, levels: [[0.2, -12], [0.5, -40]] },
];

const scales: readonly Scale<Measures>[] = [
  { name: 'sectors full of filling', of: ({ filling }) => filling, levels: [[0.01, 19], [0.05, 31], [0.15, 38]] },
  { name: 'axes of 8 bits', of: ({ axes8 }) => axes8, levels: [[0.4, 12], [0.8, 18]] },
  { name: 'axes of 16 bits', of: ({ axes16 }) => axes16, levels: [[0.1, 6], [0.4, 14], [1, 21], [2, 30]] },
  { name: 'curves of 8 bits', of: ({ curves8 }) => curves8, levels: [[0.008, 9]] },
  { name: 'curves of 16 bits', of: ({ curves16 }) => curves16, levels: [[0.02, 7], [0.08, 15]] },
  { name: 'a vector table at the start', of: ({ vectors }) => vectors, levels: [[0.25, 4], [0.5, 9]] },
  // [dumps: 0.45, 0.23, 7.31, 2.8, 0.055 and 0.31]
  { name: 'zeros', of: ({ zeros }) => zeros, levels: [[0.25, -5], [0.4, -10], [0.55, -40]] },
  { name: 'text', of: ({ text }) => text, levels: [[0.12, -8], [0.2, -14], [0.3, -40]] },
  { name: 'packed', of: ({ entropy }) => entropy, levels: [[7.35, -12], [7.5, -40]] },
  { name: 'long numbers', of: ({ longNumbers }) => longNumbers, levels: [[2, -10], [4, -40]] },
  { name: 'samples of 8 bits', of: ({ curves8 }) => curves8, levels: [[0.1, -40]] },
  { name: 'samples of 16 bits', of: ({ curves16 }) => curves16, levels: [[0.4, -40]] },
];

export function findSigns(measures: Measures): Sign[] {
  return [...readScales(scales, measures), ...findCodeSigns(measures.code), ...otherSigns(measures)];
}

export function findCodeSigns(code: CodeRates): Sign[] {
  return readScales(codeScales, code);
}

function readScales<Of>(read: readonly Scale<Of>[], measured: Of): Sign[] {
  return read.flatMap(({ name, of, levels }) => {
    const value = of(measured);
    const points = levels.findLast(([above]) => value > above)?.[1];
    return points === undefined ? [] : [{ name, points }];
  });
}

/** A flash or EPROM is a multiple of this; so are the parts that tools read out of one. */
const sectorLength = 0x4000;

function otherSigns(measures: Measures): Sign[] {
  const { sizeBytes, filling, axes16, leastHalf, shared, controls, entropy, supplierNumber } = measures;
  const signs: Sign[] = [];
  if (sizeBytes % sectorLength === 0) signs.push({ name: 'the size of a memory', points: 6 });
  if (supplierNumber === 'as it is') signs.push({ name: "a supplier's number", points: 20 });
  if (supplierNumber !== null && supplierNumber !== 'as it is') {
    signs.push({ name: `a supplier's number, ${supplierNumber}`, points: 10 });
  }
  if (leastHalf > 6.4 && shared > 1.8) {
    signs.push({ name: 'words like those of code', points: leastHalf > 6.9 ? 11 : 6 });
  }
  // [dumps: from 0.09 and from 4.45]
  if (controls < 0.06) signs.push({ name: 'hardly any control bytes', points: -40 });
  // [dumps: none at 0.25 and 2.2; three of four fonts]
  if (controls > 0.27 && shared < 2.2 && filling < 0.01 && axes16 < 0.4) {
    signs.push({ name: 'small numbers in no order', points: -14 });
  }
  if (entropy < 4) signs.push({ name: 'little in it', points: -12 });
  return signs;
}

export function sumPoints(signs: readonly Sign[]): number {
  return signs.reduce((sum, { points }) => sum + points, 0);
}
