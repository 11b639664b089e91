import type { RotatingPair } from '../../checksums/rotating-pair.ts';
import { closePair, accumulateWords } from '../../checksums/rotating-pair.ts';
import type { Image, Window } from '../../image.ts';
import { layout } from './edc15.layout.ts';

/** `lowStep` is omitted where it has Volkswagen's value. */
export type Block = { window: Window; seed: RotatingPair; closing: RotatingPair; lowStep?: number };
export type Summed = Block & { stored: number; expected: number };

/** The value of a block is stored in its last four bytes. No other byte of a block depends on another block's value. */
export const valueLength = 4;

/** Returns null for a block without a stored value. */
export function sumBlock(image: Image, block: Block): Summed | null {
  const { at, end } = block.window;
  const stored = image.u32le(end - valueLength);
  if (stored === null || stored === layout.blocks.notFilledIn) return null;
  const pair = accumulateWords(image, { at, end: end - valueLength }, block.seed, block.lowStep);
  return { ...block, stored, expected: closePair(pair, block.closing, block.lowStep) };
}

export function isRight({ stored, expected }: Summed): boolean {
  return stored === expected;
}
