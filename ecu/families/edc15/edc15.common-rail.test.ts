import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { edc15 } from './edc15.family.ts';
import type { Edc15Options } from './edc15.sample.ts';
import { edc15Sample } from './edc15.sample.ts';

function sampleOf(options: Edc15Options = {}): Uint8Array {
  return edc15Sample({ hasMarkers: false, commonRailStep: 0x3962, ...options });
}

const checksumsOf = (bytes: Uint8Array) => edc15.checksums?.(new Image(bytes)) ?? [];
const statesOf = (bytes: Uint8Array) => checksumsOf(bytes).map(({ state }) => state);

test('the four blocks of a common rail unit are found by the word that ends them, and their sums match', () => {
  expect(checksumsOf(sampleOf()).map(({ ranges, state }) => [ranges[0]?.at, state])).toEqual([
    [0x10000, 'ok'],
    [0x14000, 'ok'],
    [0x70000, 'ok'],
    [0x71000, 'ok'],
  ]);
  expect(statesOf(sampleOf({ commonRailStep: 0x3963 }))).toEqual(['unknown']);
});

test.each([
  [{ low: 0, high: 0 }, ['ok', 'ok', 'ok', 'ok']],
  [{ low: 0xb530, high: 0x4711 }, ['ok', 'ok', 'ok', 'ok']],
  [{ low: 0x1234, high: 0x4711 }, ['ok', 'unknown', 'unknown', 'unknown']],
])('sums of the older units start from zero or from the closing pair: %o', (commonRailSeed, states) => {
  expect(statesOf(sampleOf({ commonRailStep: 0x9294, commonRailSeed }))).toEqual(states);
});

test('a changed byte makes its own block wrong, and the block’s value is corrected', () => {
  const bytes = sampleOf();
  bytes[0x23456] = 0x12;
  expect(statesOf(bytes)).toEqual(['ok', 'wrong', 'ok', 'ok']);
  const [changes] = checksumsOf(bytes).flatMap(({ state, correct }) => (state === 'wrong' ? [correct?.() ?? []] : []));
  expect(changes?.every(({ at }) => at >= 0x5fffc && at < 0x60000)).toBe(true);
  for (const { at, after } of changes ?? []) bytes.set(after, at);
  expect(statesOf(bytes)).toEqual(['ok', 'ok', 'ok', 'ok']);
});

test('every block of the three data sets of a 2.8 TDI is still known when it was changed', () => {
  const bytes = sampleOf({ hasThreeDataSets: true, hasNumbers: false });
  expect(statesOf(bytes)).toEqual(Array.from({ length: 8 }, () => 'ok'));
  for (const at of [0x60196, 0x6c196, 0x78196]) bytes[at] = 0x12;
  expect(checksumsOf(bytes).flatMap(({ name, state }) => (state === 'ok' ? [] : [`${name} ${state}`]))).toEqual([
    'Block 0x58B80 to 0x63FFF wrong',
    'Block 0x64B80 to 0x6FFFF wrong',
    'Block 0x70B80 to 0x7BFFF wrong',
  ]);
});

test('a marked block not seen in any other file is unknown if its sum does not match', () => {
  const bytes = sampleOf();
  bytes.set([0x94, 0xc7, 1, 2, 3, 4], 0x6f000 - 6);
  expect(checksumsOf(bytes).find(({ state }) => state === 'unknown')).toMatchObject({
    ranges: [{ at: 0x60000, end: 0x6f000 }],
    correct: null,
  });
});

test('a chance mark inside a valid block is not a block, and a file full of marks has no known sums', () => {
  expect(statesOf(sampleOf({ chanceMarkAt: 0x30000 - 6 }))).toEqual(['ok', 'ok', 'ok', 'ok']);
  const full = sampleOf();
  for (let end = 0x60080; end < 0x70000; end += 0x80) full.set([0x94, 0xc7, 1, 2, 3, 4], end - 6);
  expect(statesOf(full)).toEqual(['unknown']);
});
