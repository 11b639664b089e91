import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { switchOff } from '../../switch-off.ts';
import { bmwMe7 } from './bmw-me7.family.ts';
import type { BmwMe7Options } from './bmw-me7.sample.ts';
import { bmwMe7Sample, sampleTables } from './bmw-me7.sample.ts';

const imageOf = (options: BmwMe7Options = {}) => new Image(bmwMe7Sample(options));

test.each([
  { name: 'the calibration alone', isWhole: false, start: 0 },
  { name: 'a whole program', isWhole: true, start: 0x10000 },
])('numbers are read from $name', ({ isWhole, start }) => {
  const image = imageOf({ isWhole });
  expect(bmwMe7.recognise(image).map(({ points }) => points)).toEqual([70, 30]);
  expect(bmwMe7.describe(image)).toMatchObject({
    model: { value: 'ME7.2', strength: 'implied' },
    hardwareNumber: { value: '0261209999', at: start + 0xfcd8 },
    softwareId: { value: '69099999', at: start + 0xfc6e },
    dataset: { value: '69099999' },
    vehicleManufacturer: { value: 'BMW', at: start + 0x2c49 },
  });
});

test('no vehicle maker is reported without the variant string', () => {
  expect(bmwMe7.describe(imageOf()).vehicleManufacturer).toBeDefined();
  expect(bmwMe7.describe(imageOf({ variant: '' })).vehicleManufacturer).toBeUndefined();
});

test('a program number whose copies disagree is left out', () => {
  expect(bmwMe7.describe(imageOf()).softwareId).toBeDefined();
  const copies = ['0111950069099999', '0111950069099998', '0111950069099999'];
  expect(bmwMe7.describe(imageOf({ copies })).softwareId).toBeUndefined();
});

test.each([{ isFramed: false }, { rows: 0 }, { rows: 9 }])('%o is not recognised', (options) => {
  expect(bmwMe7.recognise(imageOf())).not.toEqual([]);
  expect(bmwMe7.recognise(imageOf(options))).toEqual([]);
});

test('a changed byte breaks the sum of its block and the CRC over it, and both are corrected', () => {
  const bytes = bmwMe7Sample();
  const states = () => bmwMe7.checksums?.(new Image(bytes)).map(({ state }) => state);
  expect(states()).toEqual(['ok', 'ok', 'ok']);
  bytes[0x4000] = (bytes[0x4000] as number) ^ 1;
  expect(states()).toEqual(['wrong', 'wrong', 'ok']);
  for (const index of [0, 1]) {
    const checksum = bmwMe7.checksums?.(new Image(bytes))[index];
    for (const { at, after } of checksum?.correct?.() ?? []) bytes.set(after, at);
  }
  expect(states()).toEqual(['ok', 'ok', 'ok']);
});

const rowAt = (row: number) => sampleTables.blocksAt + 16 * row;
const statesOf = (bytes: Uint8Array) => bmwMe7.checksums?.(new Image(bytes)).map(({ state }) => state);

test.each([
  { name: 'of the last block', at: [rowAt(4) + 12] },
  { name: 'in the middle of the list, and a block behind it', at: [rowAt(2) + 12, 0x9000] },
])('a sum that is no pair $name is wrong, and put right', ({ at }) => {
  const bytes = bmwMe7Sample();
  for (const one of at) bytes[one] = (bytes[one] as number) ^ 0x11;
  expect(statesOf(bytes)?.[0]).toBe('wrong');
  const result = switchOff(bytes, bmwMe7, ['P0106'], { repairChecksums: true });
  expect(result.outcome === 'done' && statesOf(result.bytes)).toEqual(['ok', 'ok', 'ok']);
  expect(result.outcome === 'done' && result.checksumsAfter[0]?.ranges).toHaveLength(5);
});

test.each([
  { name: 'the addresses of a row are damaged', at: rowAt(2), end: rowAt(2) + 4 },
  { name: 'two rows in succession are damaged', at: rowAt(2), end: rowAt(4) },
  { name: 'a list is erased', at: 0x7c7c, end: 0x7c9c },
  { name: 'a list is filled with zeros', at: 0x7c7c, end: 0x7c9c, byte: 0 },
])('where $name, that is unknown and the user is warned', ({ at, end, byte = 0xff }) => {
  const bytes = bmwMe7Sample().fill(byte, at, end);
  expect(statesOf(bytes)).toContain('unknown');
  const result = switchOff(bytes, bmwMe7, ['P0106'], { repairChecksums: true });
  expect(result.outcome === 'done' && result.warnings.map(({ code }) => code)).toContain('ecu.checksum_not_known');
});

test('what stands behind a list of block sums is no row of it, and not written', () => {
  const bytes = bmwMe7Sample({ wordsBehindBlocks: [0x811000, 0x811fff, 0x12345678, 0x9abcdef0] });
  expect(statesOf(bytes)).toEqual(['ok', 'unknown', 'ok', 'ok']);
  const result = switchOff(bytes, bmwMe7, ['P0106'], { repairChecksums: true });
  if (result.outcome !== 'done') throw new Error(result.reason.message);
  expect(result.bytes.slice(0x7c9c, 0x7cac)).toEqual(bytes.slice(0x7c9c, 0x7cac));
});

test('the checksums of a whole program outside its calibration are unknown', () => {
  const states = bmwMe7.checksums?.(imageOf({ isWhole: true })).map(({ state }) => state);
  expect(states).toEqual(['ok', 'ok', 'ok', 'unknown']);
});

const listingOf = (options: BmwMe7Options = {}) => bmwMe7.dtcs?.list(imageOf(options));

test.each([false, true])('codes are listed with the class of their path (whole program: %s)', (isWhole) => {
  const listing = listingOf({ isWhole });
  const start = isWhole ? 0x10000 : 0;
  expect(listing).toMatchObject({ outcome: 'found', tableAt: start + sampleTables.codesAt, notSwitchable: null });
  const rows = listing?.outcome === 'found' ? listing.rows : [];
  const entriesAt = [start + sampleTables.classesAt + 6];
  const shared = { makerNumber: '06', sharedWith: ['P1106'] };
  expect(rows.find(({ code }) => code === 'P0106')).toMatchObject({ state: 'on', paths: [6], entriesAt, ...shared });
  expect(rows.find(({ code }) => code === 'P0105')?.state).toBe('off');
});

test("a path without an OBD code is listed under BMW's number", () => {
  const listing = listingOf();
  const row = listing?.outcome === 'found' ? listing.rows.find(({ code }) => code === '07') : undefined;
  expect(row).toMatchObject({ number: 7, state: 'on', paths: [7] });
  expect(row?.makerNumber).toBeUndefined();
});

test('a code is switched off through its class, and every checksum over it is corrected', () => {
  const result = switchOff(bmwMe7Sample(), bmwMe7, ['P0106']);
  expect(result).toMatchObject({ outcome: 'done', alsoChanged: ['P1106'], warnings: [] });
  expect(result.outcome === 'done' && result.dtcChanges.map(({ at }) => at)).toEqual([sampleTables.classesAt + 6]);
  expect(result.outcome === 'done' && result.checksumsAfter.map(({ state }) => state)).toEqual(['ok', 'ok', 'ok']);
});

test.each([
  { name: 'a path without a BMW number has a class', options: { numberlessClass: 0x20 } },
  { name: 'a BMW number stands twice', options: { hasTwins: true } },
  { name: 'two tables could be the classes', options: { hasRival: true } },
])('no codes are listed where $name', ({ options }) => {
  expect(listingOf(options)).toMatchObject({ outcome: 'not found' });
});

test('without the block sums nothing can be switched off', () => {
  expect(listingOf({ hasNoBlocks: true })).toMatchObject({
    notSwitchable: { message: expect.stringMatching(/block sum/) },
  });
});
