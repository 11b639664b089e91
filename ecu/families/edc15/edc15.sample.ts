import type { RotatingPair } from '../../checksums/rotating-pair.ts';
import { closePair, accumulateWords } from '../../checksums/rotating-pair.ts';
import { Image } from '../../image.ts';
import { SampleImage } from '../../testing/sample-image.ts';
import type { RailOptions } from './edc15.rail.sample.ts';
import { writeRailProgram } from './edc15.rail-program.sample.ts';
import { writeRailPaths } from './edc15.rail.sample.ts';

export type Edc15Options = {
  blocksAt?: readonly number[];
  hasMarkers?: boolean;
  lastPartNumber?: string;
  sizeBytes?: number;
  bootName?: string;
  /** The program's name with every letter doubled, and LHoi. */
  programName?: string;
  /** Text line of a Volkswagen calibration in a file without marks, and whether the file has the numbers of EDC15C. */
  volkswagenLine?: string;
  hasNumbers?: boolean;
  /** How the fault paths are stored; null means none. */
  form?: 'classic' | 'compact' | null;
  /** The last copy of the calibration holds no fault paths. */
  lacksLastTable?: boolean;
  /** Breaks the sum of the first block of the program. */
  hasWrongSum?: boolean;
  /** The blocks are those of a program with three data sets. */
  hasCompactBlocks?: boolean;
  /** The sums follow no scheme at all. */
  hasNoSums?: boolean;
  /** Gives an image without marks the blocks of the common rail units, summed with this step. */
  commonRailStep?: number;
  /** Gives a common rail unit the block limits of Volkswagen's 2.8 TDI, with three data sets. */
  hasThreeDataSets?: boolean;
  /** Seed of the blocks after the first one. */
  commonRailSeed?: RotatingPair;
  /** The fault paths of the common rail units. */
  railPaths?: RailOptions;
  /** Volkswagen's fault paths in a file without marks; the program names all of their limits, or leaves some out. */
  unmarkedPaths?: 'named' | 'named in part' | 'with a copy that is not listed';
  /** Puts the word that ends those blocks here as well, in the middle of a block. */
  chanceMarkAt?: number;
};

const commonRailBlocks = [
  [0x10000, 0x14000],
  [0x14000, 0x60000],
  [0x70000, 0x71000],
  [0x71000, 0x7bd00],
] as const;

const blocksOfThreeDataSets = [
  [0x10000, 0x14000],
  [0x14000, 0x58000],
  [0x58000, 0x58b80],
  [0x58b80, 0x64000],
  [0x64000, 0x64b80],
  [0x64b80, 0x70000],
  [0x70000, 0x70b80],
  [0x70b80, 0x7c000],
] as const;

const limits = [
  0x10000, 0x14000, 0x4c000, 0x50000, 0x50b80, 0x5c000, 0x60000, 0x60b80, 0x6c000, 0x70000, 0x70b80, 0x7c000,
];
const compactLimits = [0x10000, ...blocksOfThreeDataSets.map(([, end]) => end)];
const following = { low: 0x8631, high: 0xefcd };

/** A 512 KB image: two copies of the calibration with V4.1 at both ends, or the tail of an EDC15C without any. */
export function edc15Sample(options: Edc15Options = {}): Uint8Array {
  const { blocksAt = [0x50000, 0x70000], hasMarkers = true, sizeBytes = 0x80000, form = 'classic' } = options;
  const sample = new SampleImage(sizeBytes, 0xc3);
  sample.text(0x10022, options.programName ?? 'AA1122770033FFEELHoi');
  if (options.bootName !== undefined) sample.text(0x8000, options.bootName);
  if (options.volkswagenLine !== undefined) sample.text(0x5eba9, options.volkswagenLine);
  if (!hasMarkers) {
    if (options.railPaths !== undefined) writeRailPaths(sample, options.railPaths);
    if (options.unmarkedPaths !== undefined) writeUnmarkedPaths(sample, options.unmarkedPaths);
    if (options.commonRailStep !== undefined) {
      if (options.chanceMarkAt !== undefined) sample.put(options.chanceMarkAt, [0x94, 0xc7, 1, 2, 3, 4]);
      sumCommonRail(sample, options.commonRailStep, options);
    }
    if (options.hasNumbers === false) return sample.bytes;
    return sample.text(0x7bfb0, '1037369999').text(0x7cc00, '0281019999').text(0x7fef0, '1037360000').bytes;
  }
  sample.text(0x10046, '1037369999');
  for (const blockAt of blocksAt) {
    const isLast = blockAt === blocksAt.at(-1);
    const partNumber = (isLast ? options.lastPartNumber : undefined) ?? '038906099FG';
    sample.text(blockAt + 8, 'V4.1').text(blockAt + 0xbfca, 'V4.1');
    const text = `${partNumber} 1,9l R4 EDC  SG  1470 28SA5365 0281019999 FFEWC100   ${partNumber} 05/01`;
    sample.text(blockAt + 0x32e8, text).u8(blockAt + 0x32e8 + text.length, 0);
    if (isLast && options.lacksLastTable) continue;
    if (form === 'classic') writeClassicPaths(sample, blockAt + 0x2600);
    if (form === 'compact') writeCompactPaths(sample, blockAt + 0x2600);
  }
  if (!options.hasNoSums && sizeBytes === 0x80000) writeSums(sample, options.hasCompactBlocks ? compactLimits : limits);
  if (options.hasWrongSum) sample.u8(0x12345, 0x77);
  return sample.bytes;
}

/** Writes the paths of a calibration that starts at 0x70000, and what the program names of them. */
function writeUnmarkedPaths(sample: SampleImage, kind: Edc15Options['unmarkedPaths']): void {
  const pathsAt = 0x72600;
  writeClassicPaths(sample, pathsAt);
  const named = Array.from({ length: paths }, (_, path) => {
    const headAt = pathsAt + 44 * path;
    const limitsAt = kind === 'named in part' && path === 9 ? [14] : [14, 24, 34];
    return { headAt, limitsAt: limitsAt.map((field) => headAt + field) };
  });
  writeRailProgram(sample, named, undefined, 'short');
  if (kind === 'with a copy that is not listed') {
    // The copy has codes of another kind, so only the program knows about it.
    sample.put(0x60000 + 0x1400, sample.bytes.slice(0x71400, 0x71600));
    for (const { limitsAt } of named) {
      for (const at of limitsAt) sample.put(at - 0x10000, sample.bytes.slice(at, at + 6));
    }
  }
}

const paths = 16;
const addresses = [0x0f10, 0x0f80, 0x0f08, 0x0f74, 0x0f65];

/** Writes three faults per path: P0101 and on, the same with its own SAE code (P0201 and on), and an old number. */
function writeClassicPaths(sample: SampleImage, startAt: number): void {
  let at = startAt;
  for (let path = 0; path < paths; path += 1) {
    sample.put(at, [0, 0, 0, 0xc3]);
    for (const [index, address] of addresses.entries()) sample.u16le(at + 4 + 2 * index, address);
    const faults = [
      { number: 16485 + path, saeWord: 0x0100 + decimal(1 + path) },
      { number: 16485 + path, saeWord: 0x0200 + decimal(1 + path) },
      { number: 519 + path, saeWord: 0 },
    ];
    for (const [index, { number, saeWord }] of faults.entries()) {
      const faultAt = at + 14 + 10 * index;
      sample
        .u16le(faultAt, 0x30)
        .u16le(faultAt + 2, 0x30)
        .u8(faultAt + 4, 0x51)
        .u8(faultAt + 5, 0x23);
      sample.u16le(faultAt + 6, number).u16le(faultAt + 8, saeWord);
    }
    at += 44;
  }
  sample.put(at, [0, 0, 0, 0xc3, 0x10, 0x0f, 0x80, 0x0f, 0x08, 0x0f, 0x74, 0x0f, 0x65, 0x0f]);
  sample.fill(at + 14, at + 24, 0xff);
}

/** Writes two codes and two time limits per path; the first path shares the limits of the second. */
function writeCompactPaths(sample: SampleImage, startAt: number): void {
  let at = startAt;
  for (let path = 0; path < 3 * paths; path += 1) {
    sample.fill(at, at + 30, 0).u8(at + 3, 0xc3);
    sample.u16le(at + 4, 16485 + 2 * path).u16le(at + 6, 16486 + 2 * path);
    for (const [index, address] of addresses.entries()) sample.u16le(at + 20 + 2 * index, address);
    at += 30;
    if (path === 0) continue;
    sample.put(at, [0x30, 0, 0x30, 0, 0x11, 0, 0xff, 0xff, 0x30, 0, 0x11, 0]);
    at += 12;
  }
  sample.fill(at, at + 24, 0xff);
}

function decimal(value: number): number {
  return parseInt(String(value), 16);
}

function writeSums(sample: SampleImage, blockLimits: readonly number[]): void {
  const image = new Image(sample.bytes);
  for (const [index, end] of blockLimits.slice(1).entries()) {
    const at = blockLimits[index] as number;
    const pair = accumulateWords(image, { at, end: end - 4 }, index === 0 ? { low: 0, high: 0 } : following);
    sample.u32le(end - 4, closePair(pair, following));
  }
}

function sumCommonRail(sample: SampleImage, lowStep: number, options: Edc15Options): void {
  const { commonRailSeed: seed = { low: 0, high: 0 }, hasThreeDataSets = false } = options;
  const closing = { low: 0xb530, high: 0x4711 };
  for (const [index, [at, end]] of (hasThreeDataSets ? blocksOfThreeDataSets : commonRailBlocks).entries()) {
    sample.u16le(end - 6, 0xc794);
    const first = index === 0 ? { low: 0, high: 0 } : seed;
    const pair = accumulateWords(new Image(sample.bytes), { at, end: end - 4 }, first, lowStep);
    sample.u32le(end - 4, closePair(pair, closing, lowStep));
  }
}
