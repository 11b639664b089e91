import type { Image } from '../../image.ts';

/**
 * proved: neighbouring fault checks with the same code share a class, and more often so than with either array shifted.
 * contradicted: shifted, they fit better. emptied: most of these neighbours are both off, which shows nothing, and the
 * others share a class. open: too few pairs to decide.
 */
export type Alignment = {
  result: 'proved' | 'contradicted' | 'emptied' | 'open';
  /** Neighbours with the same code, and how many of them share a class. */
  pairs: number;
  alike: number;
};

// Measured on 29 dumps whose arrays are known: 81 to 97 of 100 pairs are alike in place, and 4 to 26 fewer when shifted
// by 1 to 12 entries. Switching off random codes does not lower this until nine of ten are off, as the pairs of a code
// go together.
const nearMoves = 12;
/** In one dump, banks of cylinders repeat each other 51 entries further on. */
const farMoves = 128;
const minPairs = 30;
const minAlikeShare = 0.75;
const minLead = 0.03;
const maxLeadLost = 0.02;
const minOffShare = 0.4;

/** JLR and Ford: stands for no code. An array that uses it this way has it in at least one of ten entries. */
const fordNoCode = 0x169f;
const minFillerShare = 0.1;

/** Returns a test for words of an array that stand for no code. */
export function noCodeTest(image: Image, at: number, count: number): (word: number) => boolean {
  let fillers = 0;
  for (let index = 0; index < count; index += 1) if (image.u16le(at + 2 * index) === fordNoCode) fillers += 1;
  const isFiller = fillers >= count * minFillerShare;
  return (word) => word <= 1 || word === 0xffff || (isFiller && word === fordNoCode);
}

/** Compares where the codes change with where the bytes of another array with the same index change. */
export function compareChanges(image: Image, codesAt: number, bytesAt: number, count: number): Alignment {
  const pairs = listPairs(image, codesAt, count);
  const shareAt = (move: number) => alikeShare(image.bytes, pairs, bytesAt, count, move);
  const inPlace = shareAt(0);
  const found = { pairs: pairs.length, alike: Math.round(inPlace * pairs.length) };
  if (pairs.length < minPairs || !image.has(bytesAt, count)) return { ...found, result: 'open' };
  let isAhead = inPlace >= minAlikeShare;
  for (let move = 1; move <= farMoves; move += 1) {
    const moved = Math.max(shareAt(-move), shareAt(move));
    if (moved - inPlace > maxLeadLost) return { ...found, result: 'contradicted' };
    if (inPlace - moved < (move <= nearMoves ? minLead : 0)) isAhead = false;
  }
  if (isAhead) return { ...found, result: 'proved' };
  const off = pairs.filter((index) => image.u16le(bytesAt + index) === 0).length;
  const isEmptied = off >= pairs.length * minOffShare && found.alike - off >= (pairs.length - off) * minAlikeShare;
  return { ...found, result: isEmptied ? 'emptied' : 'open' };
}

export const describeAlignment = ({ result, alike, pairs }: Alignment): string =>
  `${alike} of ${pairs} neighbours with one code have one class, ${result === 'proved' ? 'and fewer anywhere beside it' : 'and most of them are off'}`;

/** Returns the first entry of each two neighbours with the same code. */
function listPairs(image: Image, codesAt: number, count: number): number[] {
  const isNoCode = noCodeTest(image, codesAt, count);
  const pairs: number[] = [];
  for (let index = 0; index + 1 < count; index += 1) {
    const word = image.u16le(codesAt + 2 * index);
    if (word !== null && !isNoCode(word) && word === image.u16le(codesAt + 2 * index + 2)) pairs.push(index);
  }
  return pairs;
}

function alikeShare(bytes: Uint8Array, pairs: readonly number[], at: number, count: number, move: number): number {
  let seen = 0;
  let alike = 0;
  for (const index of pairs) {
    const moved = index + move;
    if (moved < 0 || moved + 1 >= count) continue;
    seen += 1;
    if (bytes[at + moved] === bytes[at + moved + 1]) alike += 1;
  }
  // The few pairs that are left at an end show nothing.
  return seen * 2 < pairs.length ? 0 : alike / seen;
}
