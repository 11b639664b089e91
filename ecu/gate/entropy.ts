import type { Image, Window } from '../image.ts';

/** Returns the entropy in bits per value. */
export function entropy(counts: Uint32Array, total: number): number {
  let bits = 0;
  for (let value = 0; value < counts.length; value += 1) {
    const count = counts[value] as number;
    if (count > 0) bits -= (count / total) * Math.log2(count / total);
  }
  return bits;
}

/** Measures by which 16-bit words of program code differ from packed data: both halves vary, but not independently. */
export type Words = { zeros: number; controls: number; entropy: number; leastHalf: number; shared: number };

/** `shared`: the bits by which one half of a word predicts the other, not counting filling and repeated words. */
export function measureWords(image: Image, pages: readonly Window[]): Words {
  const { bytes } = image;
  const words = new Uint32Array(0x10000);
  const all = new Uint32Array(0x100);
  const low = new Uint32Array(0x100);
  const high = new Uint32Array(0x100);
  let counted = 0;
  let total = 0;
  for (const { at: from, end } of pages) {
    let last = -1;
    for (let at = from; at + 1 < end; at += 2) {
      const first = bytes[at] as number;
      const second = bytes[at + 1] as number;
      const word = first * 0x100 + second;
      all[first] = (all[first] as number) + 1;
      all[second] = (all[second] as number) + 1;
      total += 2;
      if (word === 0 || word === 0xffff || word === last) continue;
      last = word;
      counted += 1;
      words[word] = (words[word] as number) + 1;
      low[first] = (low[first] as number) + 1;
      high[second] = (high[second] as number) + 1;
    }
  }
  const halves = [entropy(low, counted), entropy(high, counted)] as const;
  return {
    zeros: total === 0 ? 0 : (all[0] as number) / total,
    controls: total === 0 ? 0 : (all.subarray(1, 0x20).reduce((sum, count) => sum + count, 0) - lineEnds(all)) / total,
    entropy: entropy(all, total),
    leastHalf: Math.min(...halves),
    shared: halves[0] + halves[1] - entropy(words, counted),
  };
}

function lineEnds(all: Uint32Array): number {
  return (all[0x09] as number) + (all[0x0a] as number) + (all[0x0d] as number);
}
