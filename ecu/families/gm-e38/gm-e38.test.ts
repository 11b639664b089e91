import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { switchOff } from '../../switch-off.ts';
import { implied, strong } from '../../testing/facts.ts';
import { gmE38 } from './gm-e38.family.ts';
import type { GmE38Options } from './gm-e38.sample.ts';
import { gmE38Sample, sampleLists } from './gm-e38.sample.ts';

const describe = (options: GmE38Options = {}) => gmE38.describe(new Image(gmE38Sample(options)));

test('number and version letters are read from the program, the model from the boot code', () => {
  expect(describe()).toMatchObject({
    model: { value: 'E38', strength: 'implied' },
    vehicleManufacturer: { value: 'General Motors' },
    softwareNumber: implied('12699999', 0x10005),
    softwareVersion: strong('AB', 0x10009),
  });
  expect(describe({ bootPart: 0 }).model?.value).toBe('E67');
  expect(describe({ bootPart: 12345678 }).model).toBeUndefined();
});

test('a word that is not a number of eight digits is not reported', () => {
  expect(describe().softwareNumber).toBeDefined();
  expect(describe({ programPart: 0xffffffff }).softwareNumber).toBeUndefined();
});

test.each<GmE38Options>([{ tail: 0xaa5555aa }, { bootNumber: 98 }, { programNumber: 2 }, { sizeBytes: 0x280000 }])(
  'with %o the file is not recognised',
  (options) => {
    expect(gmE38.recognise(new Image(gmE38Sample()))).not.toEqual([]);
    expect(gmE38.recognise(new Image(gmE38Sample(options)))).toEqual([]);
  },
);

const sums = (bytes: Uint8Array) => gmE38.checksums?.(new Image(bytes)) ?? [];

test('every segment has a CRC and a sum, and both match', () => {
  expect(sums(gmE38Sample()).map(({ state }) => state)).toEqual(Array.from({ length: 14 }, () => 'ok'));
  expect(sums(gmE38Sample({ hasNoSegments: true }))).toEqual([]);
});

test('a sum leaves out only its own word, so it covers the word of the CRC', () => {
  const bytes = gmE38Sample();
  expect(sums(bytes).every(({ state }) => state === 'ok')).toBe(true);
  bytes[0x1001e] = (bytes[0x1001e] as number) ^ 1;
  const wrong = sums(bytes).filter(({ state }) => state === 'wrong');
  expect(wrong.map(({ name }) => name)).toEqual(['CRC of the operating system', 'Sum of the operating system']);
});

test('a segment whose CRC or sum would cover its own word is none', () => {
  const bytes = gmE38Sample();
  expect(sums(bytes).length).toBeGreaterThan(0);
  // The pair of the sum of the engine diagnostics begins at the word itself.
  new DataView(bytes.buffer).setUint32(0x100b1 + 24, 0x1c4000);
  expect(sums(bytes)).toEqual([]);
});

test('a changed byte breaks its CRC and its sum, and both are corrected', () => {
  const bytes = gmE38Sample();
  bytes[0x1c5678] = (bytes[0x1c5678] as number) ^ 1;
  const wrong = () => sums(bytes).filter(({ state }) => state === 'wrong');
  expect(wrong().map(({ name }) => name)).toEqual(['CRC of the engine diagnostics', 'Sum of the engine diagnostics']);
  while (wrong().length > 0) for (const { at, after } of wrong()[0]?.correct?.() ?? []) bytes.set(after, at);
  expect(wrong()).toEqual([]);
});

const listOf = (options: GmE38Options = {}) => gmE38.dtcs?.list(new Image(gmE38Sample(options)));

test.each([false, true])('codes are listed with their states (instructions of late programs: %s)', (isLate) => {
  const listing = listOf({ isLate });
  expect(listing).toMatchObject({ outcome: 'found', tableAt: sampleLists.codesAt, notSwitchable: null });
  const rows = listing?.outcome === 'found' ? listing.rows : [];
  expect(rows).toHaveLength(sampleLists.count - 1);
  // Entry 5 is type 6, entry 2 is off, and entry 3 is off with its lamp bit.
  expect(rows[4]).toMatchObject({ code: 'P0015', state: 'on', entriesAt: [sampleLists.statesAt + 5] });
  expect([rows[1]?.state, rows[2]?.state]).toEqual(['off', 'off']);
});

test('a code that is switched off keeps its lamp bit, as in the public pair of files', () => {
  const result = switchOff(gmE38Sample(), gmE38, ['P0015', 'P0014']);
  const changes = result.outcome === 'done' ? result.dtcChanges : [];
  expect(changes.map(({ at, before, after }) => [at - sampleLists.statesAt, before[0], after[0]])).toEqual([
    [4, 1, 0],
    [5, 6, 4],
  ]);
  expect(result).toMatchObject({ outcome: 'done', warnings: [] });
});

test.each<{ name: string; options: GmE38Options }>([
  { name: 'a byte among the states is none', options: { wrongState: 8 } },
  { name: 'the states lie in another segment', options: { statesAt: 0x1c8321 } },
  { name: 'the list of codes is short', options: { count: 150 } },
  { name: 'the segments are not known', options: { hasNoSegments: true } },
])('no codes are listed where $name', ({ options }) => {
  expect(listOf(options)).toMatchObject({ outcome: 'not found' });
});
