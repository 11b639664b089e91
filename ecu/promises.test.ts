// What every family promises, tested on every sample.
import { describe, expect, test } from 'vitest';
import type { Checksum, Family } from './family.ts';
import { families } from './families.ts';
import { identify } from './identify.ts';
import { Image } from './image.ts';
import { switchOff } from './switch-off.ts';
import { samples } from './testing/samples.ts';

type Known = { name: string; build: () => Uint8Array; family: Family };

const known: Known[] = samples.flatMap(({ name, build }) => {
  const identification = identify(new Image(build()));
  const familyId = identification.outcome === 'recognised' ? identification.family.familyId : null;
  const family = families.find(({ id }) => id === familyId);
  return family === undefined ? [] : [{ name, build, family }];
});

function listingOf({ build, family }: Known) {
  const listing = family.dtcs?.list(new Image(build()));
  return listing?.outcome === 'found' ? listing : null;
}

const listSums = (family: Family, bytes: Uint8Array): Checksum[] =>
  (family.checksums?.(new Image(bytes)) ?? []).filter(({ kind }) => kind === 'sum');

const listed = known.flatMap((sample) => {
  const listing = listingOf(sample);
  return listing === null || listing.rows.length === 0 ? [] : [{ ...sample, listing }];
});
const switchable = listed.filter(
  ({ listing, family }) => listing.notSwitchable === null && family.dtcs?.switchOff != null,
);
const summed = known.filter(({ build, family }) => listSums(family, build()).some(({ correct }) => correct !== null));

test('every family with a code table, switching off or checksums has a sample that shows it', () => {
  // Two families may share the function, and only one of them needs a sample.
  const withSums = known.filter(({ build, family }) => listSums(family, build()).length > 0);
  const summing = new Set(withSums.map(({ family }) => family.checksums));
  const isIn = (list: Known[], id: string) => list.some(({ family }) => family.id === id);
  const missing = families.flatMap(({ id, dtcs, checksums }) => [
    ...(dtcs === null || isIn(listed, id) ? [] : [`${id}: a table`]),
    ...(dtcs?.switchOff == null || isIn(switchable, id) ? [] : [`${id}: switching off`]),
    ...(checksums === null || summing.has(checksums) ? [] : [`${id}: checksums`]),
  ]);
  expect(known.length).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});

test.each(listed.filter(({ listing }) => listing.notSwitchable === null))(
  'the switchable table of $name is confirmed by at least two relations and shows where its states are',
  ({ listing: { confirmedBy, rows } }) => {
    expect(new Set(confirmedBy).size).toBeGreaterThanOrEqual(2);
    expect(rows.filter(({ state }) => state === 'unknown')).toEqual([]);
    expect(rows.filter(({ entriesAt, paths }) => entriesAt.length === 0 || paths.length === 0)).toEqual([]);
  },
);

test.each(listed.filter(({ listing }) => listing.notSwitchable !== null))(
  'the table of $name states in a sentence why it may not be switched',
  ({ listing }) => expect(listing.notSwitchable?.message).toMatch(/^[A-Z].*\.$/s),
);

test.each(listed)(
  'the table of $name has one row for each code, and codes that share an entry refer to each other',
  ({ listing: { rows } }) => {
    expect(new Set(rows.map(({ code }) => code)).size).toBe(rows.length);
    const rowByCode = new Map(rows.map((row) => [row.code, row]));
    for (const { code, sharedWith } of rows) {
      for (const other of sharedWith) expect(rowByCode.get(other)?.sharedWith, `${other} with ${code}`).toContain(code);
    }
  },
);

describe.each(switchable)('switching off in $name', (sample) => {
  const codes = sample.listing.rows.filter(({ state }) => state !== 'off').map(({ code }) => code);

  test('works for one code and for all of them, and the table is found again', () => {
    for (const chosen of [codes.slice(0, 1), codes.slice(-1), codes]) {
      const result = switchOff(sample.build(), sample.family, chosen, { acceptWrongChecksums: true });
      expect(result.outcome === 'refused' ? result.reason.message : 'done').toBe('done');
    }
  });

  test('leaves nothing to do the second time', () => {
    const result = switchOff(sample.build(), sample.family, codes, { acceptWrongChecksums: true });
    if (result.outcome !== 'done') throw new Error(result.reason.message);
    expect(switchOff(result.bytes, sample.family, codes)).toMatchObject({ kind: 'nothing to do' });
  });
});

describe.each(summed)('the checksums of $name', ({ build, family }) => {
  const before = listSums(family, build());

  test('have unique names', () => {
    expect(new Set(before.map(({ name }) => name)).size).toBe(before.length);
  });

  test('match in the sample, fail when one of their bytes is changed, and are corrected inside their cells', () => {
    expect(before).not.toEqual([]);
    for (const { name, state, cells, correct } of before) {
      if (correct === null) continue;
      expect([name, state]).toEqual([name, 'ok']);
      const damaged = build();
      const at = cells[0]?.at ?? -1;
      damaged[at] = (damaged[at] ?? 0) ^ 0x5a;
      const wrong = listSums(family, damaged).find((one) => one.name === name);
      expect([name, wrong?.state]).not.toEqual([name, 'ok']);
      // If the layout is found through the checksum itself, a wrong one cannot be found and is not corrected.
      if (wrong?.state !== 'wrong') continue;
      for (const change of wrong.correct?.() ?? []) {
        const isInside = cells.some((cell) => change.at >= cell.at && change.at + change.after.length <= cell.end);
        expect([name, isInside]).toEqual([name, true]);
        damaged.set(change.after, change.at);
      }
      expect([name, listSums(family, damaged).find((one) => one.name === name)?.state]).toEqual([name, 'ok']);
    }
  });
});
