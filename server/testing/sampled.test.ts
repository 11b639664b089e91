import { afterEach, expect, test, vi } from 'vitest';
import { createSampler } from './sampled.ts';

afterEach(() => vi.unstubAllEnvs());

test('in npm test every value is met after a few calls, whatever other lists are sampled between them', () => {
  vi.stubEnv('TEST_SUITE', 'short');
  const [sampleLetters, sampleNumbers] = [createSampler(2), createSampler()];
  const met = Array.from({ length: 3 }, () => {
    sampleNumbers([1, 2, 3, 4, 5, 6]);
    return sampleLetters(['a', 'b', 'c', 'd', 'e']);
  });
  expect(met).toEqual([
    ['a', 'b'],
    ['c', 'd'],
    ['e', 'a'],
  ]);
});

test('the long suite tries all values', () => {
  vi.stubEnv('TEST_SUITE', 'long');
  expect(createSampler(1)(['a', 'b'])).toEqual(['a', 'b']);
});
