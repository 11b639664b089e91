import { codeSearch, findCode, flashAddress } from './me7.c167-code.ts';
import { changeAt } from '../../change.ts';
import type { Change } from '../../family.ts';
import type { Image } from '../../image.ts';
import { code, layout } from './me7.layout.ts';
import type { CodeName } from './me7.layout.ts';

/** One ME7 program in a file. */
export type Program = {
  /** The first byte after the flash of the control unit; what follows in the file is a copy or filling. */
  end: number;
  /** Where a second copy starts, which has to stay identical: a 512 KB program written twice into a larger chip. */
  copyAt: number | null;
  sites: Readonly<Record<CodeName, readonly number[]>>;
};

const names = Object.keys(code) as CodeName[];
const search = codeSearch(names.map((name) => code[name]));

/** Finds the program; null when the image has no table of memory bounds. */
export function programOf(image: Image): Program | null {
  return image.memo(findProgram);
}

export function hasBoundsTable(image: Image): boolean {
  return hasOtherBound(image, layout.usualBound) || isAlfas(image);
}

/** Alfa's ME7.3.1 and Ferrari's ME7.3: not all of its checksums are known, so it is checked but never written. */
export function isAlfas(image: Image): boolean {
  return hasOtherBound(image, layout.alfaBound);
}

function hasOtherBound(image: Image, bound: number): boolean {
  const { boundsAt, bounds, otherBoundField } = layout;
  const isTable = bounds.every(({ field, value }) => image.u32le(boundsAt + field) === value);
  return isTable && image.u32le(boundsAt + otherBoundField) === bound;
}

/** Returns the change at `at`, and the same change in the copy if there is one. */
export function changeWithCopy(
  image: Image,
  program: Program,
  at: number,
  after: readonly number[],
  why: string,
): Change[] {
  const changes = changeAt(image, at, after, why);
  return program.copyAt === null ? changes : [...changes, ...changeAt(image, at + program.copyAt, after, why)];
}

/** Returns the offset of a byte, and that of its copy if there is one. */
export function listPlaces(program: Program, at: number): number[] {
  return program.copyAt === null ? [at] : [at, at + program.copyAt];
}

/**
 * Where the memory ends by the program's own statements: the last addresses of its two ranges and of its list of blocks.
 * Of 224 files with a list, only two that were read in part state more than they hold.
 */
export function findMemoryEnd(image: Image, program: Program): number {
  const { mainRanges, blockList } = program.sites;
  const lastAddresses = [
    ...mainRanges.map((at) => image.u32le(at + lastOfRangesField)),
    ...blockList.flatMap((at) => blockEnds(image, at - firstOfBlockField)),
  ];
  const ends = lastAddresses.map((last) => (last ?? 0) + 1 - flashAddress);
  return Math.max(layout.smallFlashLength, ...ends.filter((end) => end <= layout.largeFlashLength));
}

/** The pattern of the ranges begins at the second of four addresses, that of a list at the second of the first block. */
const lastOfRangesField = 8;
const firstOfBlockField = 4;
const blockLength = 0x10;
const maxBlocks = 66;

function blockEnds(image: Image, listAt: number): number[] {
  const ends: number[] = [];
  for (let at = listAt; ends.length < maxBlocks; at += blockLength) {
    const [first, last, sum, inverse] = [0, 4, 8, 12].map((field) => image.u32le(at + field) ?? 0) as BlockRow;
    if (last < first || ~sum >>> 0 !== inverse) break;
    ends.push(last);
  }
  return ends;
}

type BlockRow = [first: number, last: number, sum: number, inverse: number];

function findProgram(image: Image): Program | null {
  if (!hasBoundsTable(image)) return null;
  const { smallFlashLength, largeFlashLength } = layout;
  const found = findCode(image, search);
  const isLarge = image.sizeBytes >= largeFlashLength;
  const isTwice = isLarge && isSecondHalf(image, (at) => image.bytes[at - smallFlashLength]);
  const isFilled = isLarge && isSecondHalf(image, () => image.bytes[smallFlashLength]);
  const isSmall = isTwice || isFilled || !isLarge;
  const end = Math.min(image.sizeBytes, isSmall ? smallFlashLength : largeFlashLength);
  const sites = Object.fromEntries(
    names.map((name, index) => [name, (found[index] ?? []).filter((at) => at < end)]),
  ) as Record<CodeName, number[]>;
  return { end, copyAt: isTwice ? smallFlashLength : null, sites };
}

function isSecondHalf(image: Image, expectedAt: (at: number) => number | undefined): boolean {
  const { smallFlashLength, largeFlashLength } = layout;
  for (let at = smallFlashLength; at < largeFlashLength; at += 1) {
    if (image.bytes[at] !== expectedAt(at)) return false;
  }
  return true;
}
