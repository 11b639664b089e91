import { expect, test } from 'vitest';
import { edc17 } from '../../families/edc17/edc17.family.ts';
import { Image } from '../../image.ts';
import { switchOff } from '../../switch-off.ts';
import { medc17Sample } from '../../testing/medc17-sample.ts';
import type { Medc17TableOptions } from '../../testing/medc17-tables.ts';
import { classesAtOf, levelsListAt, listAt, tableAt, tableEntries } from '../../testing/medc17-tables.ts';
import { compareChanges } from './alignment.ts';
import { medc17Dtcs } from './dtcs.ts';
import { sentence } from '../../sentence.ts';

const sampleOf = (tables: Partial<Medc17TableOptions>) => medc17Sample({ tables: { shape: 'alone', ...tables } });
const listOf = (tables: Partial<Medc17TableOptions>) => medc17Dtcs.list(new Image(sampleOf(tables)));

function foundIn(tables: Partial<Medc17TableOptions>) {
  const listing = listOf(tables);
  if (listing.outcome !== 'found') throw new Error(listing.reason.message);
  return listing;
}

test('a standalone list of codes is proved by the classes, which change where the codes do', () => {
  const { tableAt: classesAt, confirmedBy, rows, notSwitchable } = foundIn({});
  expect(classesAt).toBe(classesAtOf(0));
  expect(notSwitchable).toBeNull();
  expect(confirmedBy).toEqual([
    `exactly ${tableEntries} control masks stand before the fault classes, and a marker behind as many classes`,
    'freeze frames: 150 of 150 neighbours with one code have one frame, and fewer anywhere beside it',
    '150 of 150 neighbours with one code have one class, and fewer anywhere beside it',
    '150 of the codes are ones that nearly every engine control unit has',
  ]);
  expect(rows.slice(0, 2)).toMatchObject([
    { code: 'P0100', paths: [1], entriesAt: [classesAtOf(0) + 1] },
    { code: 'P0101', paths: [2, 3, 4, 5], entriesAt: [2, 3, 4, 5].map((path) => classesAtOf(0) + path) },
  ]);
});

test.each([-60, -12, -1, 1, 2, 12, 60])('classes that belong to codes %i entries further on prove nothing', (move) => {
  expect(listOf({ classesMovedBy: move })).toEqual({
    outcome: 'not found',
    reason: sentence('codes_do_not_follow_classes'),
  });
});

test('classes that are all the same prove nothing about where they belong', () => {
  expect(listOf({ hasOneClass: true, frames: 'none' }).outcome).toBe('not found');
});

test('a list with many hexadecimal codes is not accepted as OBD codes', () => {
  expect(listOf({ hasHexadecimals: true }).outcome).toBe('not found');
});

test('arrays around the codes prove them only as long as the classes do not contradict them', () => {
  expect(foundIn({ hasNeighbours: true }).confirmedBy[1]).toBe(
    'exactly 301 disable masks stand directly before the codes',
  );
  expect(listOf({ hasNeighbours: true, classesMovedBy: 1 }).outcome).toBe('not found');
});

test('a few masks of another kind are accepted, but many are not', () => {
  expect(foundIn({ oddMasks: 6 }).tableAt).toBe(classesAtOf(0));
  expect(listOf({ oddMasks: 7 }).outcome).toBe('not found');
});

test('masks that are all zero end where something else begins', () => {
  expect(foundIn({ hasZeroMasks: true }).tableAt).toBe(classesAtOf(0));
});

test('where the first checks have no code, the classes show where the list begins', () => {
  const { rows } = foundIn({ emptyEntries: 8 });
  expect(rows[0]).toMatchObject({ code: 'P0105', entriesAt: [9, 10].map((path) => classesAtOf(0) + path) });
});

test('classes of two variants of the car are switched together, path by path', () => {
  const { rows } = foundIn({ variants: 2 });
  const [one, other] = [classesAtOf(0), classesAtOf(1)];
  expect(rows[1]?.entriesAt.slice(0, 4)).toEqual([one + 2, other + 2, one + 3, other + 3]);
  const bytes = sampleOf({ variants: 2 });
  bytes[one + 1] = 0;
  const listing = medc17Dtcs.list(new Image(bytes));
  expect(listing.outcome === 'found' && listing.rows[0]?.state).toBe('partial');
});

test('a filler word in a third of the entries, as Ford uses it, is not listed as a code', () => {
  const { rows } = foundIn({ filler: 0x169f });
  expect(rows.some(({ code }) => code === 'P169F')).toBe(false);
  expect(rows).toHaveLength(100);
});

test.each([
  { shape: 'levels before', at: levelsListAt.before },
  { shape: 'levels behind', at: levelsListAt.behind },
] as const)('two consecutive lists belong to the classes before them: $shape', ({ shape, at }) => {
  const { tableAt: classesAt, confirmedBy, rows } = foundIn({ shape });
  expect(classesAt).toBe(tableAt);
  expect(confirmedBy).toHaveLength(4);
  expect(rows[0]).toMatchObject({ code: 'P0100', paths: [0, 1], entriesAt: [tableAt, tableAt + 1] });
  expect(new Image(sampleOf({ shape })).u16le(at)).toBe(0x0100);
});

test.each(['levels before', 'levels behind'] as const)(
  '%s: a different second list, or other classes, prove nothing',
  (shape) => {
    expect(listOf({ shape, breaksTwin: true }).outcome).toBe('not found');
    expect(listOf({ shape, breaksTwin: true, isAllOff: true }).outcome).toBe('not found');
    expect(listOf({ shape, classesMovedBy: 1 }).outcome).toBe('not found');
  },
);

test('two lists are found again when every code is off', () => {
  const { rows } = foundIn({ shape: 'levels before', isAllOff: true });
  expect(rows.every(({ state }) => state === 'off')).toBe(true);
});

const switchShare = (tables: Partial<Medc17TableOptions>, share: number) => {
  const codes = foundIn(tables).rows.map(({ code }) => code);
  const chosen = codes.filter((_, index) => (index * 37) % codes.length < share * codes.length);
  const result = switchOff(sampleOf(tables), edc17, chosen);
  return result.outcome === 'done' ? 'done' : result.reason.code;
};

test.each([0.3, 0.5, 0.7, 0.8, 0.9, 1])(
  '%d of the codes of two consecutive lists can be switched off at once',
  (share) => {
    expect(switchShare({ shape: 'levels before' }, share)).toBe('done');
  },
);

const shares = [0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.97, 1];

test.each([
  { shown: 'the freeze frames', tables: {} },
  { shown: 'the masks', tables: { frames: 'none', hasTellingMasks: true } },
  { shown: 'the freeze frames of two variants', tables: { variants: 2 } },
  { shown: 'the arrays around the codes of two variants', tables: { variants: 2, hasNeighbours: true } },
  { shown: 'the levels', tables: { shape: 'levels behind' } },
] as const)('where $shown show which code belongs to which class, any share of the codes can be off', ({ tables }) => {
  expect(foundIn(tables).notSwitchable).toBeNull();
  expect(shares.map((share) => switchShare(tables, share))).toEqual(shares.map(() => 'done'));
});

test.each(['none', -3, 1, 60] as const)(
  'a list that nothing but its classes prove is only listed, as it would not be found again: frames %s',
  (frames) => {
    const { rows, notSwitchable } = foundIn({ frames });
    expect(rows).toHaveLength(150);
    expect(notSwitchable).toEqual(sentence('classes_only_proof'));
    expect(listOf({ frames, isAllOff: true }).outcome).toBe('not found');
  },
);

test('classes that belong to other codes are not taken for ones that are off', () => {
  expect(listOf({ classesMovedBy: 3, offShare: 0.7 }).outcome).toBe('not found');
  expect(foundIn({ offShare: 0.7 }).rows.filter(({ state }) => state === 'off').length).toBeGreaterThan(60);
});

test.each([{ shape: 'alone' }, { variants: 2 }, { shape: 'levels before' }, { shape: 'levels behind' }] as const)(
  'codes of $shape $variants are switched off, the sums corrected, and everything read again',
  (tables) => {
    const codes = foundIn(tables)
      .rows.slice(0, 20)
      .map(({ code }) => code);
    const result = switchOff(sampleOf(tables), edc17, codes);
    expect(result.outcome).toBe('done');
    expect(
      result.outcome === 'done' && result.dtcChanges.every(({ after }) => after.length === 1 && after[0] === 0),
    ).toBe(true);
  },
);

test('too few neighbours with the same code leave open whether classes belong to codes', () => {
  const image = new Image(sampleOf({}));
  expect(compareChanges(image, listAt, classesAtOf(0), 40).result).toBe('open');
  expect(compareChanges(image, listAt, classesAtOf(0), tableEntries).result).toBe('proved');
  expect(compareChanges(image, listAt, classesAtOf(0) - 2, tableEntries).result).toBe('contradicted');
});

test.each([
  { reason: 'No block with a header', bytes: new Uint8Array(0x80000) },
  {
    reason: 'The file has no block with calibration',
    bytes: medc17Sample().subarray(0, 0x38000).fill(0x40, 0x20000, 0x20001),
  },
  { reason: 'The file ends within the block', bytes: medc17Sample({ codes: 'none' }).subarray(0, 0x60000) },
  { reason: 'No fault classes were found', bytes: medc17Sample({ breaksMarker: true }) },
  { reason: 'Fault classes were found, but no list', bytes: medc17Sample({ codes: 'none' }) },
])('the relation that fails is named: $reason', ({ reason, bytes }) => {
  const listing = medc17Dtcs.list(new Image(bytes));
  expect(listing.outcome === 'not found' && listing.reason.message).toMatch(reason);
});
