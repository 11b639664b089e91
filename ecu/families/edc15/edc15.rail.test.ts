import { expect, test } from 'vitest';
import { analyse } from '../../analyse.ts';
import { Image } from '../../image.ts';
import { switchOff } from '../../switch-off.ts';
import { edc15 } from './edc15.family.ts';
import type { RailOptions } from './edc15.rail.sample.ts';
import { edc15Sample } from './edc15.sample.ts';

function buildSample(railPaths: RailOptions, commonRailStep = 0x3962): Uint8Array {
  return edc15Sample({ hasMarkers: false, commonRailStep, railPaths });
}

function listingOf(bytes: Uint8Array) {
  const { listing } = analyse(bytes);
  if (listing?.outcome !== 'found') throw new Error('no table');
  return listing;
}

const findState = (bytes: Uint8Array, code: string) => listingOf(bytes).rows.find((row) => row.code === code)?.state;

test.each([
  ['long', '1E00'],
  ['short', 'P0101'],
] as const)('paths of the %s form are listed with the states of the limits that the program names', (form, first) => {
  const { rows, confirmedBy, notSwitchable } = listingOf(buildSample({ form }));
  expect({ notSwitchable, first: rows[0]?.code, relations: confirmedBy.length }).toEqual({
    notSwitchable: null,
    first,
    relations: 5,
  });
  const paths = rows.filter(({ code }) => !code.startsWith('P02'));
  expect(paths.filter(({ state }) => state !== 'on').map(({ code, state }) => [code, state])).toEqual([
    ['P0103', 'off'],
    ['P0104', 'partial'],
  ]);
});

test('a code whose path the program never reports is left out', () => {
  const { rows } = listingOf(buildSample({ form: 'long' }));
  expect(rows.some(({ code }) => code === 'P0143')).toBe(true);
  expect(rows.some(({ code }) => code === 'P0144')).toBe(false);
});

test('a code of two paths has the limits of both', () => {
  const { rows } = listingOf(buildSample({ form: 'long' }));
  expect(rows.find(({ code }) => code === 'P0110')).toMatchObject({ paths: [10, 12], entriesAt: { length: 4 } });
});

test('a code is switched off in all time limits of its path, types stay, and the block sum is corrected', () => {
  const bytes = buildSample({ form: 'long' });
  const result = switchOff(bytes, edc15, ['P0108']);
  if (result.outcome === 'refused') throw new Error(result.reason.message);
  expect(findState(result.bytes, 'P0108')).toBe('off');
  expect(result.dtcChanges.map(({ before, after }) => [[...before], [...after]])).toEqual([
    [
      [0x1e, 0, 0x0a, 0],
      [0xff, 0xff, 0, 0],
    ],
    [
      [0x1e, 0, 0x0a, 0],
      [0xff, 0xff, 0, 0],
    ],
  ]);
  expect(edc15.checksums?.(new Image(result.bytes)).every(({ state }) => state === 'ok')).toBe(true);
});

test('paths whose sum is not known are listed but not switched', () => {
  const { notSwitchable, rows } = listingOf(buildSample({ form: 'long' }, 0x3963));
  expect(notSwitchable?.code).toBe('ecu.checksum_scheme_unknown');
  expect(rows.every(({ state }) => state === 'unknown')).toBe(true);
});

test.each<RailOptions['program']>(['none', 'unclear call', 'shared limit', 'two lists', 'list one path early'])(
  'codes are listed but not switched where the program does not show how they are switched: %s',
  (program) => {
    const { notSwitchable, rows } = listingOf(buildSample({ form: 'short', program }));
    expect(notSwitchable?.code).toBe('ecu.limits_apart_from_codes');
    expect(rows.length).toBeGreaterThan(40);
    expect(rows.every(({ state }) => state === 'unknown')).toBe(true);
  },
);

test('OBD codes stored beside the maker’s number are listed with it', () => {
  const { rows } = listingOf(buildSample({ form: 'short', program: 'none' }));
  expect(rows.find(({ code }) => code === 'P0101')?.sharedWith).toEqual(['P0201', 'P0202']);
});

test.each<[string, RailOptions]>([
  ['too few paths', { form: 'long', paths: 29 }],
  ['paths that do not begin alike', { form: 'short', secondAddress: 0x0f80 }],
  ['more heads than any file has', { form: 'short', paths: 1300, at: 0x60000 }],
])('%s form no table', (_name, options) => {
  expect(edc15.dtcs?.list(new Image(buildSample(options)))).toMatchObject({
    outcome: 'not found',
    reason: { code: 'ecu.no_volkswagen_paths' },
  });
});

test.each([
  ['named', null],
  ['named in part', 'ecu.copies_not_marked'],
  ['with a copy that is not listed', 'ecu.copies_not_marked'],
] as const)(
  'without marks, Volkswagen’s paths are switchable only if the program names all: %s',
  (unmarkedPaths, reason) => {
    const { notSwitchable } = listingOf(edc15Sample({ hasMarkers: false, commonRailStep: 0x3962, unmarkedPaths }));
    expect(notSwitchable?.code ?? null).toBe(reason);
  },
);

test('a file without marks is not switched if the sum over its limits is unknown', () => {
  const bytes = edc15Sample({ hasMarkers: false, commonRailStep: 0x3963, unmarkedPaths: 'named' });
  expect(listingOf(bytes).notSwitchable?.code).toBe('ecu.checksum_scheme_unknown');
});
