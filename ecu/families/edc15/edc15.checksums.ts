import { changeAt, u32leBytes } from '../../change.ts';
import type { RotatingPair } from '../../checksums/rotating-pair.ts';
import { closePair, stirWords } from '../../checksums/rotating-pair.ts';
import type { Change, Checksum } from '../../family.ts';
import type { Image, Window } from '../../image.ts';
import { layout } from './edc15.layout.ts';

const { blocks, halves } = layout;
const { first, following } = blocks.seeds;

type Block = { window: Window; seed: RotatingPair; closing: RotatingPair };
type Summed = Block & { stored: number; expected: number };

/** The value of a block is stored in its last four bytes. Nothing else of a block depends on another block's value. */
const valueLength = 4;

export function listEdc15Checksums(image: Image): Checksum[] {
  const scheme = image.memo(findScheme);
  if (scheme === null) return [unknownChecksum(image)];
  return scheme.map((block) => {
    const { window, stored, expected } = block;
    const cell = { at: window.end - valueLength, end: window.end };
    const name = `Block 0x${hex(window.at)} to 0x${hex(window.end - 1)}`;
    const correct = (): Change[] => changeAt(image, cell.at, u32leBytes(expected), name);
    const ranges = [{ at: window.at, end: cell.at }];
    return { name, kind: 'sum', ranges, cells: [cell], state: stored === expected ? 'ok' : 'wrong', correct };
  });
}

/** The scheme under which most blocks fit, or null when none fits: then nothing can be stated about the file's sums. */
export function findScheme(image: Image): Summed[] | null {
  const half = halves.findLast((at) => image.sizeBytes === at + layout.smallBytes);
  if (half === undefined) return null;
  let best: Summed[] = [];
  for (const blocksOf of [standardBlocks, compactBlocks, blocksOf2002]) {
    const summed = blocksOf(image, half).flatMap((block) => sum(image, block));
    if (fitting(summed) > fitting(best)) best = summed;
    if (fitting(best) === best.length && best.length >= blocks.standard.length - 1) break;
  }
  return fitting(best) >= blocks.blocksNeeded ? best : null;
}

function fitting(summed: readonly Summed[]): number {
  return summed.filter(({ stored, expected }) => stored === expected).length;
}

function standardBlocks(_image: Image, half: number): Block[] {
  return chain(blocks.standard, half, following);
}

function compactBlocks(_image: Image, half: number): Block[] {
  return chain(blocks.compact, half, following);
}

function blocksOf2002(image: Image, half: number): Block[] {
  const { at, end } = blocks.programOf2002;
  const seed = stirWords(image, { at: half + at, end: half + end }, following);
  // The program is summed into the seed, and has no value of its own.
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

function sum(image: Image, block: Block): Summed[] {
  const { at, end } = block.window;
  const stored = image.u32le(end - valueLength);
  if (stored === null || stored === layout.blocks.notFilledIn) return [];
  const pair = stirWords(image, { at, end: end - valueLength }, block.seed);
  return [{ ...block, stored, expected: closePair(pair, block.closing) }];
}

function unknownChecksum(image: Image): Checksum {
  const ranges = [{ at: 0, end: image.sizeBytes }];
  return { name: 'Calibration', kind: 'sum', ranges, cells: [], state: 'unknown', correct: null };
}

function hex(value: number): string {
  return value.toString(16).toUpperCase();
}
