import { changeAt, u32leBytes } from '../../change.ts';
import type { RotatingPair } from '../../checksums/rotating-pair.ts';
import { accumulateWords } from '../../checksums/rotating-pair.ts';
import type { Change, Checksum } from '../../family.ts';
import type { Image, Window } from '../../image.ts';
import type { Block, Summed } from './edc15.block-sum.ts';
import { isRight, sumBlock, valueLength } from './edc15.block-sum.ts';
import { findCommonRailBlocks } from './edc15.common-rail.ts';
import { layout } from './edc15.layout.ts';

const { blocks, halves } = layout;
const { first, following } = blocks.seeds;

export function listEdc15Checksums(image: Image): Checksum[] {
  const scheme = image.memo(findScheme);
  if (scheme !== null) return scheme.map((block) => toChecksum(image, block));
  const commonRail = image.memo(findCommonRailBlocks);
  if (commonRail === null) return [createUnknownChecksum('Calibration', { at: 0, end: image.sizeBytes })];
  const unknown = commonRail.unknown.map((window) =>
    createUnknownChecksum(`Block that ends at 0x${hex(window.end - 1)}`, window),
  );
  return [...commonRail.summed.map((block) => toChecksum(image, block)), ...unknown];
}

function toChecksum(image: Image, block: Summed): Checksum {
  const { window, expected } = block;
  const cell = { at: window.end - valueLength, end: window.end };
  const name = `Block 0x${hex(window.at)} to 0x${hex(window.end - 1)}`;
  const correct = (): Change[] => changeAt(image, cell.at, u32leBytes(expected), name);
  const ranges = [{ at: window.at, end: cell.at }];
  return { name, kind: 'sum', ranges, cells: [cell], state: isRight(block) ? 'ok' : 'wrong', correct };
}

/**
 * Returns the scheme that fits more than half of its blocks and more blocks than any other; null if none does, so nothing
 * can be stated about the file's sums. Three blocks are the same in two of the schemes and say nothing about which it is.
 */
export function findScheme(image: Image): Summed[] | null {
  const half = halves.findLast((at) => image.sizeBytes === at + layout.smallBytes);
  if (half === undefined) return null;
  const schemes = [standardBlocks, compactBlocks, blocksOf2002].map((findBlocks) =>
    findBlocks(image, half).flatMap((block) => sumBlock(image, block) ?? []),
  );
  const [best = [], next = []] = schemes.toSorted((one, other) => countFitting(other) - countFitting(one));
  return countFitting(best) > Math.max(best.length / 2, countFitting(next)) ? best : null;
}

function countFitting(summed: readonly Summed[]): number {
  return summed.filter(isRight).length;
}

function standardBlocks(_image: Image, half: number): Block[] {
  return chain(blocks.standard, half, following);
}

function compactBlocks(_image: Image, half: number): Block[] {
  return chain(blocks.compact, half, following);
}

function blocksOf2002(image: Image, half: number): Block[] {
  const { at, end } = blocks.programOf2002;
  const seed = accumulateWords(image, { at: half + at, end: half + end }, following);
  // The program is summed into the seed and has no value of its own.
  return chain(blocks.standard, half, seed).filter(({ window }) => window.at !== half + at);
}

function chain(limits: readonly number[], half: number, seed: RotatingPair): Block[] {
  const upper = limits.slice(1).map((end, index): Block => {
    const window = { at: half + (limits[index] as number), end: half + end };
    return index === 0 ? { window, seed: first, closing: following } : { window, seed, closing: seed };
  });
  const lower: Block[] = [];
  for (let pageAt = 0; pageAt < half; pageAt += blocks.lowerPageLength) {
    for (const [index, end] of blocks.lowerPage.slice(1).entries()) {
      const window = { at: pageAt + (blocks.lowerPage[index] as number), end: pageAt + end };
      lower.push({ window, seed, closing: seed });
    }
  }
  return [...upper, ...lower];
}

function createUnknownChecksum(name: string, range: Window): Checksum {
  return { name, kind: 'sum', ranges: [range], cells: [], state: 'unknown', correct: null };
}

function hex(value: number): string {
  return value.toString(16).toUpperCase();
}
