import { expect, test } from 'vitest';
import { findOutside, listDifferences } from './differences.ts';

const SIZE = 61;

/** A pattern that puts differences at every position of a word, and different numbers of them into a word. */
function changed(bytes: Uint8Array, seed: number): Uint8Array {
  return bytes.map((byte, at) => ((at * 7 + seed) % 11 < 3 ? byte ^ 0xff : byte));
}

/** Finds the differences byte by byte. */
function expected(one: Uint8Array, other: Uint8Array): { at: number; end: number }[] {
  const found: { at: number; end: number }[] = [];
  for (let at = 0; at < one.length; at += 1) {
    if (one[at] === other[at]) continue;
    const last = found.at(-1);
    if (last?.end === at) last.end += 1;
    else found.push({ at, end: at + 1 });
  }
  return found;
}

test('every differing range is found, whatever the alignment and the length of the bytes', () => {
  for (let start = 0; start < 5; start += 1) {
    for (let seed = 0; seed < 11; seed += 1) {
      const one = Uint8Array.from({ length: SIZE + seed }, (_, at) => at).subarray(start);
      const other = changed(one, seed);
      expect(listDifferences(one, other)).toEqual(expected(one, other));
      expect(listDifferences(other, one)).toEqual(expected(one, other));
    }
  }
});

test('the first and the last byte are compared, and equal bytes have no differences', () => {
  const one = new Uint8Array(4099);
  const other = one.slice();
  expect(listDifferences(one, other)).toEqual([]);
  other[0] = 1;
  other[4098] = 1;
  expect(listDifferences(one, other)).toEqual([
    { at: 0, end: 1 },
    { at: 4098, end: 4099 },
  ]);
  expect(listDifferences(new Uint8Array(0), new Uint8Array(0))).toEqual([]);
});

test('windows may overlap, be empty, come in any order, and begin at the first byte', () => {
  const at = (from: number, end: number) => ({ at: from, end });
  expect(findOutside([at(0, 3)], [at(0, 3)])).toBeNull();
  expect(findOutside([at(0, 3)], [at(1, 3)])).toBe(0);
  expect(findOutside([at(4, 9)], [at(6, 9), at(2, 20), at(5, 5)])).toBeNull();
  expect(findOutside([at(4, 9)], [at(8, 9), at(2, 5), at(5, 8)])).toBeNull();
  expect(findOutside([at(4, 9)], [at(8, 9), at(2, 5), at(6, 8)])).toBe(5);
  expect(findOutside([at(4, 5), at(7, 8)], [at(0, 6), at(1, 2)])).toBe(7);
});

test('the first offset outside all windows is returned, even in a range that begins inside one', () => {
  const differences = [
    { at: 2, end: 6 },
    { at: 9, end: 10 },
  ];
  expect(
    findOutside(differences, [
      { at: 2, end: 5 },
      { at: 9, end: 10 },
    ]),
  ).toBe(5);
  expect(findOutside(differences, [{ at: 0, end: 6 }])).toBe(9);
  expect(
    findOutside(differences, [
      { at: 2, end: 4 },
      { at: 4, end: 12 },
    ]),
  ).toBeNull();
  expect(findOutside([], [])).toBeNull();
});
