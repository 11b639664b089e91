import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { switchOff } from '../../switch-off.ts';
import { implied } from '../../testing/facts.ts';
import { gmE54 } from './gm-e54.family.ts';
import type { GmE54Options } from './gm-e54.sample.ts';
import { gmE54Sample, sampleTables } from './gm-e54.sample.ts';

const statesOf = (bytes: Uint8Array) => gmE54.checksums?.(new Image(bytes)).map(({ state }) => state);

test('six segments identify the family, and their sums match', () => {
  const image = new Image(gmE54Sample());
  expect(gmE54.recognise(image).map(({ points }) => points)).toEqual([60, 30]);
  expect(gmE54.describe(image)).toEqual({ model: implied('E54', 0x2000a) });
  expect(statesOf(gmE54Sample())).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'ok']);
});

test('an edited segment is reported, and its sum is corrected through its first word', () => {
  const bytes = gmE54Sample({ wrongAt: 0x1a123 });
  expect(statesOf(bytes)).toEqual(['ok', 'ok', 'wrong', 'ok', 'ok', 'ok']);
  const changes = gmE54.checksums?.(new Image(bytes))[2]?.correct?.() ?? [];
  expect(changes.map(({ at }) => at)).toEqual([0x1a000]);
  for (const { at, after } of changes) bytes.set(after, at);
  expect(statesOf(bytes)).toEqual(['ok', 'ok', 'ok', 'ok', 'ok', 'ok']);
});

test.each<GmE54Options>([{ gap: 0x10 }, { systemEnd: 0x6ff00 }, { sizeBytes: 0x100000 }])(
  'with %o it is not an E54',
  (options) => {
    expect(gmE54.recognise(new Image(gmE54Sample()))).not.toEqual([]);
    expect(gmE54.recognise(new Image(gmE54Sample(options)))).toEqual([]);
    expect(statesOf(gmE54Sample(options))).toEqual([]);
  },
);

test('codes are listed with type and lamp, and switched off in both', () => {
  const { recordsAt, typesAt, lampsAt, count } = sampleTables;
  const listing = gmE54.dtcs?.list(new Image(gmE54Sample()));
  expect(listing).toMatchObject({ outcome: 'found', tableAt: recordsAt, notSwitchable: null });
  const rows = listing?.outcome === 'found' ? listing.rows : [];
  expect(rows).toHaveLength(count);
  expect(rows[2]).toMatchObject({ code: 'P0103', state: 'off', entriesAt: [typesAt + 3, lampsAt + 3] });
  const result = switchOff(gmE54Sample(), gmE54, ['P0104']);
  const changes = result.outcome === 'done' ? result.dtcChanges : [];
  expect(changes.map(({ at, after }) => [at, after[0]])).toEqual([
    [typesAt + 4, 3],
    [lampsAt + 4, 0],
  ]);
  expect(result.outcome === 'done' && result.checksumsAfter.every(({ state }) => state === 'ok')).toBe(true);
});

test.each<GmE54Options>([{ litOff: true }, { typesAt: 0x1d000 }, { hasTwoLists: true }])(
  'no codes are listed with %o',
  (options) => {
    expect(gmE54.dtcs?.list(new Image(gmE54Sample(options)))).toMatchObject({ outcome: 'not found' });
  },
);
