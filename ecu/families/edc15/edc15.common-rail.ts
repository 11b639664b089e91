import type { RotatingPair } from '../../checksums/rotating-pair.ts';
import type { Image, Window } from '../../image.ts';
import type { Summed } from './edc15.block-sum.ts';
import { isRight, sumBlock } from './edc15.block-sum.ts';
import { layout } from './edc15.layout.ts';

const { commonRail } = layout;

type Kind = { lowStep: number; closing: RotatingPair; seeds: RotatingPair[] };

/** The blocks of an EDC15C, and the end of each marked block whose start is not known. */
export type CommonRailBlocks = { summed: Summed[]; unknown: Window[] };

const zero: RotatingPair = { low: 0, high: 0 };

/** Returns null if no kind matches the first block, so nothing can be stated about the file's sums. */
export function findCommonRailBlocks(image: Image): CommonRailBlocks | null {
  if (image.sizeBytes !== layout.smallBytes) return null;
  for (const window of commonRail.firstBlocks) {
    for (const { lowStep, closing, seeds } of commonRail.kinds) {
      const first = sumBlock(image, { window, seed: zero, closing, lowStep });
      if (first === null || !isRight(first)) continue;
      const kind = { lowStep, closing, seeds: seeds.map((name) => (name === 'zero' ? zero : closing)) };
      return readBlocks(image, first, kind);
    }
  }
  return null;
}

function readBlocks(image: Image, first: Summed, kind: Kind): CommonRailBlocks | null {
  const ends = listMarkedEnds(image, first.window.end);
  if (ends === null) return null;
  const right = findRightBlocks(image, { first, ends, kind });
  const isInside = (end: number) => right.some(({ window }) => end > window.at && end <= window.end);
  const open = ends.filter((end) => !isInside(end));
  const changed = open.flatMap((end) => measuredBlock(image, { end, right, kind }) ?? []);
  const isExplained = (end: number) => changed.some(({ window }) => end > window.at && end <= window.end);
  const unknown = open.filter((end) => !isExplained(end)).map((end) => ({ at: findFloor(right, end), end }));
  const summed = [...right, ...changed].toSorted((one, other) => one.window.at - other.window.at);
  return { summed, unknown };
}

/** Lists offsets at which a block ends, by the word that also ends the first one. Null: nearly every offset has it. */
function listMarkedEnds(image: Image, firstEnd: number): number[] | null {
  const { markBack, endStep, lowestAt, marksLimit } = commonRail;
  const mark = image.u16le(firstEnd - markBack);
  const ends: number[] = [];
  for (let end = lowestAt + endStep; end <= image.sizeBytes; end += endStep) {
    if (image.u16le(end - markBack) === mark && image.u32le(end - 4) !== layout.blocks.notFilledIn) ends.push(end);
    if (ends.length > marksLimit) return null;
  }
  return ends;
}

type Search = { first: Summed; ends: readonly number[]; kind: Kind };

/** Finds, for each mark, the nearest start from which the block matches. No block reaches into the one before it. */
function findRightBlocks(image: Image, { first, ends, kind }: Search): Summed[] {
  const right = [first];
  let bytesLeft = commonRail.bytesSummedLimit;
  for (const end of ends) {
    const floor = findFloor(right, end);
    const starts = [...new Set([floor, ...commonRail.starts, ...ends])].filter((at) => at >= floor && at < end);
    const windows = starts.toSorted((one, other) => other - one).map((at) => ({ at, end }));
    for (const { window, seed } of windows.flatMap((one) => kind.seeds.map((pair) => ({ window: one, seed: pair })))) {
      bytesLeft -= end - window.at;
      if (bytesLeft < 0) return right;
      const block = sumBlock(image, { ...kind, window, seed });
      if (block === null || !isRight(block)) continue;
      right.push(block);
      break;
    }
  }
  return right;
}

/** Returns where the last matching block before this offset ends. */
function findFloor(right: readonly Summed[], end: number): number {
  const before = right.map(({ window }) => window.end).filter((other) => other <= end);
  return Math.max(commonRail.lowestAt, ...before);
}

/** Sums a block that other files have and that is wrong in this one, with the seed of the file's other blocks. */
function measuredBlock(image: Image, { end, right, kind }: { end: number; right: readonly Summed[]; kind: Kind }) {
  const at = commonRail.measured.find(([start, last]) => last === end && isFree(right, start as number, end))?.[0];
  const [first, ...others] = right;
  const seed = kind.seeds.length === 1 ? kind.seeds[0] : others.find(({ window }) => window !== first?.window)?.seed;
  if (at === undefined || seed === undefined) return null;
  return sumBlock(image, { ...kind, window: { at, end }, seed });
}

function isFree(right: readonly Summed[], at: number, end: number): boolean {
  return right.every(({ window }) => window.end <= at || window.at >= end);
}
