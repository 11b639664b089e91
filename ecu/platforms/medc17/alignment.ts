import type { Image } from '../../image.ts';

/**
 * proved: neighbouring fault checks with the same code share a class, and more often so than with either array shifted.
 * contradicted: shifted, they fit better. consistent: they share one, but not more often, as when many are off; that
 * proves nothing by itself. open: they do not, or are too few.
 */
export type Alignment = {
  result: 'proved' | 'contradicted' | 'consistent' | 'open';
  /** How much larger the share of these pairs is than with either array shifted by a few entries. */
  lead: number;
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
export const minLead = 0.03;
const maxLeadLost = 0.02;

/** JLR and Ford: stands for no code. An array that uses it this way has it in at least one of ten entries. */
const fordNoCode = 0x169f;
const minFillerShare = 0.1;

/** At most 3.4 million pairs were looked at in a dump; only a forged file needs more than this. */
const pairsLimit = 50_000_000;
const startWork = () => ({ pairs: 0 });

/** Whether so much seems to fit in this image that some of it was not compared: then no table is known to be the only one. */
export const isTooMuch = (image: Image): boolean => image.memo(startWork).pairs > pairsLimit;

/** Returns a test for words of an array that stand for no code. */
export function noCodeTest(image: Image, at: number, count: number): (word: number) => boolean {
  let fillers = 0;
  for (let index = 0; index < count; index += 1) if (image.u16le(at + 2 * index) === fordNoCode) fillers += 1;
  const isFiller = fillers >= count * minFillerShare;
  return (word) => word <= 1 || word === 0xffff || (isFiller && word === fordNoCode);
}

/** Compares where the codes change with where another array with the same index does. */
export const compareChanges = (image: Image, codesAt: number, otherAt: number, count: number): Alignment =>
  createComparison(image, codesAt, count).compare(otherAt, 1);

/** The same for several other arrays; `width`: bytes of an entry. `isAhead` is a part of `compare` that costs little. */
export function createComparison(image: Image, codesAt: number, count: number) {
  const pairs = listPairs(image, codesAt, count);
  return {
    compare: (at: number, width: 1 | 2) => comparePairs(image, pairs, { at, count, width }),
    isAhead(at: number, width: 1 | 2, enough: number): boolean {
      if (isTooMuch(image)) return false;
      const shareAt = (move: number) => countAlike(image, pairs, { at, count, width }, move).share;
      const inPlace = shareAt(0);
      return inPlace >= minAlikeShare && [1, -1, 2, -2].every((move) => inPlace - shareAt(move) >= enough);
    },
  };
}

function comparePairs(image: Image, pairs: readonly number[], other: Entries): Alignment {
  const countAt = (move: number) => countAlike(image, pairs, other, move);
  if (isTooMuch(image)) return { result: 'open', pairs: pairs.length, alike: 0, lead: 0 };
  const { share: inPlace, shareOn: inPlaceOn, on } = countAt(0);
  const found = { pairs: pairs.length, alike: Math.round(inPlace * pairs.length), lead: 0 };
  if (pairs.length < minPairs || !image.has(other.at, other.count * other.width)) return { ...found, result: 'open' };
  let lead = inPlace;
  let isAheadFar = true;
  for (let move = 1; move <= farMoves; move += 1) {
    const [before, behind] = [countAt(-move), countAt(move)];
    const moved = Math.max(before.share, behind.share);
    // Where most are off, others than these pairs agree by chance as well: those that are not off decide.
    const isFewOn = on < minPairs || Math.max(before.shareOn, behind.shareOn) - inPlaceOn <= maxLeadLost;
    if (moved - inPlace > maxLeadLost && !isFewOn) return { ...found, result: 'contradicted' };
    if (moved > inPlace) isAheadFar = false;
    if (move <= nearMoves) lead = Math.min(lead, inPlace - moved);
  }
  if (inPlace < minAlikeShare) return { ...found, lead, result: 'open' };
  return { ...found, lead, result: lead >= minLead && isAheadFar ? 'proved' : 'consistent' };
}

export const describeAlignment = ({ result, alike, pairs }: Alignment, value = 'class'): string =>
  `${alike} of ${pairs} neighbours with one code have one ${value}, ${result === 'proved' ? 'and fewer anywhere beside it' : 'as many as beside it, as where codes are off'}`;

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

type Entries = { at: number; count: number; width: number };

/** The share of pairs that are alike; the same of those that are not both 0 (`on`: how many these are). */
type Shares = { share: number; shareOn: number; on: number };

function countAlike(image: Image, pairs: readonly number[], { at, count, width }: Entries, move: number): Shares {
  const { bytes } = image;
  image.memo(startWork).pairs += pairs.length;
  let seen = 0;
  let alike = 0;
  let off = 0;
  for (const index of pairs) {
    const moved = index + move;
    if (moved < 0 || moved + 1 >= count) continue;
    seen += 1;
    const first = at + width * moved;
    if (bytes[first] !== bytes[first + width] || (width > 1 && bytes[first + 1] !== bytes[first + 3])) continue;
    alike += 1;
    if (bytes[first] === 0 && (width === 1 || bytes[first + 1] === 0)) off += 1;
  }
  const on = seen - off;
  // The few pairs that are left at an end show nothing.
  if (seen * 2 < pairs.length) return { share: 0, shareOn: 0, on };
  return { share: alike / seen, shareOn: on === 0 ? 0 : (alike - off) / on, on };
}
