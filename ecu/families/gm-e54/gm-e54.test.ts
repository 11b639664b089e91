import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { gmE54 } from './gm-e54.family.ts';
import type { GmE54Knobs } from './gm-e54.sample.ts';
import { gmE54Sample } from './gm-e54.sample.ts';

const statesOf = (bytes: Uint8Array) => gmE54.checksums?.(new Image(bytes)).map(({ state }) => state);

test('six segments identify the family, and their sums are right', () => {
  const image = new Image(gmE54Sample());
  expect(gmE54.recognise(image).map(({ points }) => points)).toEqual([60, 30]);
  expect(gmE54.describe(image)).toEqual({ model: { value: 'E54', at: 0x2000a, strength: 'implied' } });
  expect(statesOf(gmE54Sample())).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'ok']);
});

test('an edited segment is reported, and its first word makes the sum right again', () => {
  const bytes = gmE54Sample({ wrongAt: 0x1a123 });
  expect(statesOf(bytes)).toEqual(['ok', 'ok', 'wrong', 'ok', 'ok', 'ok']);
  const changes = gmE54.checksums?.(new Image(bytes))[2]?.correct?.() ?? [];
  expect(changes.map(({ at }) => at)).toEqual([0x1a000]);
  for (const { at, after } of changes) bytes.set(after, at);
  expect(statesOf(bytes)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'ok']);
});

test.each<GmE54Knobs>([{ gap: 0x10 }, { systemEnd: 0x6ff00 }, { sizeBytes: 0x100000 }])(
  'with %o it is none',
  (knobs) => {
    expect(gmE54.recognise(new Image(gmE54Sample(knobs)))).toEqual([]);
    expect(statesOf(gmE54Sample(knobs))).toEqual([]);
  },
);
