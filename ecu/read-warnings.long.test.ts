// Every family; one of them is also in read-warnings.test.ts.
import { describe, expect, test } from 'vitest';
import { isCutHandled, isStretchHandled, readWarnings, switchableSamples } from './testing/switchable-samples.ts';
import { samples } from './testing/samples.ts';

test('a whole sample of any family is not in doubt, except for blank stretches', () => {
  const doubts = samples.map(({ build }) => readWarnings(build()).filter((code) => code !== 'blank_stretches'));
  expect(doubts).toEqual(samples.map(() => []));
});

describe.each(switchableSamples)('$name, cut short', (sample) => {
  const { build } = sample;

  test('is in doubt for one byte, and for 1 KB', () => {
    expect(readWarnings(build().slice(0, -1))).toContain('one_byte_short');
    expect(readWarnings(build().slice(0, -0x400))).toContain('bytes_short');
  });

  test.each([1, 0x400, build().length / 2])('by %i bytes is refused, or right once the bytes are back', (count) => {
    expect(isCutHandled(sample, count)).toBe(true);
  });
});

describe.each(switchableSamples)('$name, with 32 KB of zeros', (sample) => {
  const stretch = 0x8000;
  const size = sample.build().length;
  const places = Array.from({ length: 8 }, (_, eighth) => (size / 8) * eighth).filter((at) => at + stretch <= size);

  test.each(places)('at %i is refused, or the stretch is named', (at) => {
    expect(isStretchHandled(sample, at, at + stretch)).toBe(true);
  });
});
