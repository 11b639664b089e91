import { codeOfVagNumber, wordOfCode } from '../../dtc/spelling.ts';
import { widelyUsedCodes } from '../../dtc/widely-used-codes.ts';
import type { Image, Window } from '../../image.ts';

/** A stretch given by word indexes: `from` is its first word, `end` the first one after it. */
export type Zone = { from: number; end: number };

/** Public codes as EDC16 spells them: decimal digits after the letter, the letters P and U only. */
const publicCodes = Uint8Array.from({ length: 0x10000 }, (_, word) => {
  const prefix = word >>> 12;
  const isPrefix = prefix <= 3 || prefix === 0xc || prefix === 0xd;
  const isDecimal = ((word >>> 8) & 15) <= 9 && ((word >>> 4) & 15) <= 9 && (word & 15) <= 9;
  return word !== 0 && isPrefix && isDecimal ? 1 : 0;
});

/** Codes that many engines have, without those that small numbers in maps look like: 0100, 0202, 0010. */
const distinctive = new Uint8Array(0x10000);
for (const code of widelyUsedCodes) {
  const word = wordOfCode(code) ?? 0;
  if ((word & 0xff) > 0x1e) distinctive[word] = 1;
}

/** The program's internal faults, which no tester shows: the letter B and digits. PSA's start at 9001. */
export const isInternalCode = (word: number) => word >= 0x8000 && word < 0xc000 && publicCodes[word & 0x3fff] === 1;

export const isPublicCode = (word: number) => publicCodes[word] === 1;

/** Maps a maker's word to a public code: as it stands, or as Volkswagen's five digits. */
const codeOfEachWord = Uint16Array.from(
  { length: 0x10000 },
  (_, word) => wordOfCode(codeOfVagNumber(word) ?? '') ?? word,
);
export const codeOfMakerWord = (word: number) => codeOfEachWord[word] as number;

/** Returns the window's 16-bit words, high byte first. */
export function readWords(image: Image, { at, end }: Window): Uint16Array {
  const { bytes } = image;
  const words = new Uint16Array(Math.max(0, Math.min(end, bytes.length) - at) >>> 1);
  for (let index = 0, next = at; index < words.length; index += 1, next += 2) {
    words[index] = ((bytes[next] as number) << 8) | (bytes[next + 1] as number);
  }
  return words;
}

const strideWords = 32;
/** Least number of zeros and public codes in a stride: a few words may be the maker's internal codes. */
const minLegal = 26;
/** A table of codes contains at most this many consecutive strides of zeros. */
const maxEmptyStrides = 8;
const minDistinctive = 10;
/** Room for 800 paths with four codes each, what precedes them, and as many maker's codes. */
const maxZoneWords = 0x2000;
const maxZones = 16;

/** Finds stretches in which nearly every word is zero or a public code, with enough codes that every engine has. */
export function findCodeZones(words: Uint16Array): Zone[] {
  const zones: Zone[] = [];
  let from = -1;
  let lastUsed = -1;
  const strides = Math.floor(words.length / strideWords);
  for (let stride = 0; stride <= strides && zones.length < maxZones; stride += 1) {
    const kind = stride < strides ? strideKind(words, stride * strideWords) : 'other';
    if (kind === 'codes') {
      if (from === -1) from = stride;
      lastUsed = stride;
    }
    if (from === -1 || (kind !== 'other' && stride - lastUsed <= maxEmptyStrides)) continue;
    // One more stride on each side: a table need not begin and end where strides do.
    const zone = {
      from: Math.max(0, from - 1) * strideWords,
      end: Math.min(words.length, (lastUsed + 2) * strideWords),
    };
    if (zone.end - zone.from <= maxZoneWords && countDistinctive(words, zone) >= minDistinctive) zones.push(zone);
    from = -1;
  }
  return zones;
}

/** BMW has P14A0 to P14A7, and seven of them within a stride. Codes with a hexadecimal digit are seldom otherwise. */
const isUsualCode = (word: number): boolean => isPublicCode(word) || word >>> 4 === 0x14a;

function strideKind(words: Uint16Array, from: number): 'codes' | 'empty' | 'other' {
  let zeros = 0;
  let codes = 0;
  for (let index = from; index < from + strideWords; index += 1) {
    const word = words[index] as number;
    if (word === 0) zeros += 1;
    else codes += isUsualCode(word) ? 1 : 0;
  }
  if (zeros + codes < minLegal) return 'other';
  return codes === 0 ? 'empty' : 'codes';
}

function countDistinctive(words: Uint16Array, { from, end }: Zone): number {
  const seen = new Set<number>();
  for (let index = from; index < end; index += 1) {
    const word = words[index] as number;
    if (distinctive[word] === 1) seen.add(word);
  }
  return seen.size;
}

/** Codes that stand side by side in a path are close in number: 0113 and 0112, 1557 and 1556. */
const neighbourDistance = 3;
const minNeighbours = 12;

/**
 * Returns the word on which groups of four begin, modulo four; null when the codes do not show it. The codes of one
 * path are equal or close in number, those of two paths seldom are: the step at which they are not separates the
 * groups.
 */
export function phaseOfGroups(words: Uint16Array, { from, end }: Zone, distance = neighbourDistance): number | null {
  const steps = [0, 0, 0, 0];
  for (let index = from; index + 1 < end; index += 1) {
    const word = words[index] as number;
    const next = words[index + 1] as number;
    if (word === 0 || next === 0 || Math.abs(word - next) > distance) continue;
    steps[(index + 1) & 3] = (steps[(index + 1) & 3] as number) + 1;
  }
  const order = [0, 1, 2, 3].sort((one, other) => (steps[one] as number) - (steps[other] as number));
  const [lowest = 0, second = 0] = order;
  const total = steps.reduce((sum, count) => sum + count, 0);
  if (total < minNeighbours || (steps[lowest] as number) * 2 >= (steps[second] as number)) return null;
  return lowest;
}
