import type { Wiring } from '../data-lines.ts';
import { crossLines } from '../data-lines.ts';
import type { TextOptions } from './text-sample.ts';
import { textSample } from './text-sample.ts';

/** `wiring`: the file is read from the chip of a board whose lines are connected like this. */
export type C167Options = TextOptions & { wiring?: Wiring };

/** What the sample has where it has no text. */
const FILLING = 0x5a;

/** A chip of a C167 that starts with its table of far jumps. */
function c167Sample({ wiring, ...options }: C167Options): Uint8Array {
  const bytes = textSample(options);
  for (let at = 0; at < 0x40; at += 4) bytes.set([0xfa, 0x00, at, 0x35], at);
  // A program refers to its own addresses; without them, the two halves of the sample would be alike.
  for (let at = 0x100; at < bytes.length; at += 0x100) {
    if (bytes.subarray(at + 1, at + 4).every((byte) => byte === FILLING)) bytes.set([0xda, at >> 8, at >> 16], at + 1);
  }
  return wiring === undefined ? bytes : crossLines(bytes, wiring);
}

/** Builds files of one family from the `usual` values and those that a test overrides. */
export const c167Samples =
  (usual: C167Options) =>
  (options: C167Options = {}): Uint8Array =>
    c167Sample({ ...usual, ...options });
