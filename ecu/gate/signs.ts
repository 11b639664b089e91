import type { CodeRates } from './code-patterns.ts';
import type { Measures } from './measures.ts';

/** One reason to take a file for the memory of a control unit, or for something else. */
export type Sign = { name: string; points: number };

/**
 * The points with which a file that no family knows is accepted. The points come from a logistic regression on 309
 * dumps and 3172 other files and slices that no signature identifies, where ten points are one unit. Its weights were
 * checked by leaving out whole families and whole kinds of files. Afterwards, signs whose ranges do not overlap were
 * raised to 40 by hand, so that one of them decides. Without any family, two of the dumps have fewer points, 33 and 36.
 * Of 3080 files that played no part in this, one had 37, a slice of bitcode, so 8051 code was made to count less; of
 * 3079 more, none had.
 */
export function enoughPoints(sizeBytes: number): number {
  return sizeBytes <= smallSizeBytes ? 46 : 38;
}

/**
 * In such a small slice of a font or a library, every measure is a matter of chance: of 4000 slices of all sizes that
 * were not used to choose weights, five had 41 to 52 points, all of them small. Of 84 dumps of this size, 83 have more.
 */
const smallSizeBytes = 0x10000;

type Level = readonly [above: number, points: number];

/** Each measure counts once, for the highest level it passes. In brackets: what the dumps or the other files reach. */
type Scale<Of> = { name: string; of: (of: Of) => number; levels: readonly Level[] };

function scale<Of>(name: string, of: (of: Of) => number, ...levels: Level[]): Scale<Of> {
  return { name, of, levels };
}

const codeScales: readonly Scale<CodeRates>[] = [
  // [others: 22, an icon; 7.5 without it]
  scale('C166 code', (code) => code.c166, [4, 6], [15, 12], [25, 40]),
  scale('8051 code', (code) => code.mcs51, [0.5, 3], [2, 40]),
  scale('8051 calls', (code) => code.mcs51Call, [1, 6], [4, 15]),
  // [others: 96, Tibetan script]
  scale('68HC11 code', (code) => code.m68hc11, [1, 12], [2.5, 20]),
  scale('68000 code', (code) => code.m68k, [1, 6], [3, 40]),
  // Other devices have this processor too [firmware of network devices: 8], so it is not enough alone.
  scale('PowerPC code', (code) => code.powerPc, [0.3, 12], [1, 28]),
  scale('SuperH code', (code) => code.superH, [1, 10], [3, 40]),
  scale('TriCore code', (code) => code.triCore, [1, 15], [3, 30]),
  // [dumps: 0.33, 0.46 and 2.5]
  scale('x86 code', (code) => code.x86, [0.5, -6], [1, -40]),
  scale('x86 calls', (code) => code.x86Call, [0.6, -8], [1.2, -40]),
  scale('x86 filling', (code) => code.x86Filling, [0.5, -4], [4, -20]),
  // [dumps: 0, 0.01, 0.56 and 0.06]
  scale('ARM code of 64 bits', (code) => code.arm64, [0.2, -40]),
  scale('ARM code', (code) => code.arm, [0.2, -40]),
  scale('Thumb code', (code) => code.thumb, [1.5, -40]),
  scale('MIPS code', (code) => code.mips, [0.5, -40]),
  // [dumps: 1 and 0.14]
  scale('RISC-V code', (code) => code.riscV, [2.5, -40]),
  scale('AVR code', (code) => code.avr, [3, -40]),
  scale('names of symbols', (code) => code.symbol, [0.2, -12], [0.5, -40]),
];

const scales: readonly Scale<Measures>[] = [
  scale('sectors full of filling', ({ filling }) => filling, [0.01, 19], [0.05, 31], [0.15, 38]),
  scale('axes of 8 bits', ({ axes8 }) => axes8, [0.4, 12], [0.8, 18]),
  scale('axes of 16 bits', ({ axes16 }) => axes16, [0.1, 6], [0.4, 14], [1, 21], [2, 30]),
  scale('curves of 8 bits', ({ curves8 }) => curves8, [0.008, 9]),
  scale('curves of 16 bits', ({ curves16 }) => curves16, [0.02, 7], [0.08, 15]),
  scale('a vector table at the start', ({ vectors }) => vectors, [0.25, 4], [0.5, 9]),
  // [dumps: 0.45, 0.23, 7.31, 2.8, 0.055 and 0.31]
  scale('zeros', ({ zeros }) => zeros, [0.25, -5], [0.4, -10], [0.55, -40]),
  scale('text', ({ text }) => text, [0.12, -8], [0.2, -14], [0.3, -40]),
  scale('packed', ({ entropy }) => entropy, [7.35, -12], [7.5, -40]),
  scale('long numbers', ({ longNumbers }) => longNumbers, [2, -10], [4, -40]),
  scale('samples of 8 bits', ({ curves8 }) => curves8, [0.1, -40]),
  scale('samples of 16 bits', ({ curves16 }) => curves16, [0.4, -40]),
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

/** The size of a flash or EPROM is a multiple of this, and so is that of the parts that tools read out of one. */
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
  // [dumps: controls from 0.09, entropy from 4.45]
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
