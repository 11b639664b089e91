import { expect, test } from 'vitest';
import { identify } from '../../identify.ts';
import { Image } from '../../image.ts';
import { inspect } from '../../inspect.ts';
import { switchOff } from '../../switch-off.ts';
import { implied, strong } from '../../testing/facts.ts';
import { densoSh } from './denso-sh.family.ts';
import type { DensoShOptions } from './denso-sh.sample.ts';
import { densoShSample, densoShTableAt, subaruRecordsAt } from './denso-sh.sample.ts';

const list = (options: DensoShOptions = {}) => densoSh.dtcs?.list(new Image(densoShSample(options)));

test('an RX-8 is recognised by its calibration and by the name of its program', () => {
  expect(densoSh.describe(new Image(densoShSample()))).toEqual({
    processor: implied('SH7055', 4),
    softwareNumber: strong('60E19999', 0x2000),
    vehicleManufacturer: implied('Mazda', 0x6c03f),
    engine: implied('13B-MSP', 0x6c03f),
    softwareId: strong('N3ZZEB999', 0x6c03f),
  });
});

test('a Subaru is recognised by its sums and the form of its name, and by nothing less', () => {
  const facts = (options: DensoShOptions, change?: (bytes: Uint8Array) => void) => {
    const bytes = densoShSample({ isSubaru: true, subaruTables: 0, ...options });
    change?.(bytes);
    return densoSh.describe(new Image(bytes));
  };
  expect(facts({}).vehicleManufacturer?.value).toBe('Subaru');
  expect(facts({ calibrationId: '60E19999' }).vehicleManufacturer).toBeUndefined();
  const withoutSums = facts({ hasSums: false }, (bytes) => bytes.fill(0, 0x90000, 0x90010));
  expect(withoutSums).toEqual({ processor: implied('SH7058', 4), softwareNumber: strong('A9ZZ999Z', 0x2000) });
  const withOneSum = facts({}, (bytes) => bytes.fill(0xff, 0xffb80 + 12, 0xffb80 + 3 * 12));
  expect(withOneSum).toEqual(withoutSums);
  const withTable = facts({ hasSums: false, subaruTables: 1 });
  expect(withTable.vehicleManufacturer?.value).toBe('Subaru');
});

test('vectors that do not point into ROM and RAM, or neither sums nor copyright, leave a file unknown', () => {
  const points = (options: DensoShOptions) => identify(new Image(densoShSample(options)), [densoSh]).outcome;
  expect(points({})).toBe('recognised');
  expect(points({ stack: 0x20000 })).toBe('unknown');
  expect(points({ calibrationId: 'lower123' })).toBe('unknown');
  expect(points({ hasSums: false })).toBe('recognised');
  expect(points({ hasSums: false, hasCopyright: false })).toBe('unknown');
});

test('a 512 KB chip padded to 1 MB is not taken for an SH7058 but recognised as an SH7055', () => {
  const file = new Uint8Array(0x100000).fill(0xff);
  file.set(densoShSample());
  expect(densoSh.recognise(new Image(file))).toEqual([]);
  expect(inspect(file)).toMatchObject({
    form: { name: 'padded' },
    identification: { facts: { processor: { value: 'SH7055' } } },
  });
});

test('codes are listed with their states, the misfire with both of its entries', () => {
  const listing = list();
  if (listing?.outcome !== 'found') throw new Error(listing?.reason.message);
  expect(listing.rows).toHaveLength(119);
  expect(listing.rows[0]).toMatchObject({ code: 'P0300', state: 'on', paths: [0, 1] });
  expect(listing.rows.find(({ paths }) => paths.includes(9))).toMatchObject({ state: 'off' });
  expect(listing.rows.find(({ paths }) => paths.includes(12))).toMatchObject({ state: 'partial' });
});

test.each<DensoShOptions>([
  { fallsAt: 50 },
  { enable: 2 },
  { hasSecondTable: true },
  { unusedMask: 1 },
  { monitor: 0 },
])('no table is found with %o', (options) => {
  expect(list(options)).toMatchObject({ outcome: 'not found' });
});

test('switching off clears both enables of every entry, and the sum is corrected', () => {
  const result = switchOff(densoShSample(), densoSh, ['P0300']);
  if (result.outcome !== 'done') throw new Error(result.reason.message);
  expect(result.dtcChanges.map(({ at }) => at - densoShTableAt)).toEqual([280, 420, 281, 421]);
  expect(result.checksumChanges).toMatchObject([{ at: 0x7fb88 }]);
});

test('a wrong sum is reported', () => {
  const states = (options: DensoShOptions) =>
    densoSh.checksums?.(new Image(densoShSample(options))).map(({ state }) => state);
  expect(states({ wrongSum: true })).toEqual(['wrong']);
  expect(states({ isSubaru: true })).toEqual(['ok', 'ok', 'ok']);
});

test('the codes of a Subaru are listed with the states of their bytes, one code with both of its records', () => {
  const listing = list({ isSubaru: true });
  if (listing?.outcome !== 'found') throw new Error(listing?.reason.message);
  const enableAt = subaruRecordsAt - 124;
  expect(listing).toMatchObject({ tableAt: enableAt, notSwitchable: null });
  expect(listing.rows).toHaveLength(117);
  expect(listing.rows[0]).toMatchObject({ code: 'P0340', paths: [0, 7], entriesAt: [enableAt, enableAt + 7] });
  expect(listing.rows.find(({ paths }) => paths.includes(9))).toMatchObject({ code: 'P0349', state: 'off' });
  expect(listing.rows.some(({ code }) => code === 'P0000')).toBe(false);
});

test.each<DensoShOptions>([
  { subaruTables: 0 },
  { subaruTables: 2 },
  { enable: 2 },
  { enableFilling: 0 },
  { kindWord: 1 },
  { kindWord: 0x3000000 },
  { lastCode: 0x0123 },
  { enablePointer: 0x6c430 },
])('no table of a Subaru is found with %o', (options) => {
  expect(list({ isSubaru: true, ...options })).toMatchObject({ outcome: 'not found' });
});

test('switching a code of a Subaru off clears the byte of each of its records, and the sum over them is corrected', () => {
  const result = switchOff(densoShSample({ isSubaru: true }), densoSh, ['P0340']);
  if (result.outcome !== 'done') throw new Error(result.reason.message);
  expect(result.dtcChanges.map(({ at }) => at - subaruRecordsAt)).toEqual([-124, -117]);
  expect(result.checksumChanges).toMatchObject([{ at: 0xffb88 }]);
});

test('what stands behind the table of sums is not taken for a sum, and not written', () => {
  const bytes = densoShSample();
  const otherAt = 0x7fb80 + 12;
  bytes.fill(0x33, otherAt, otherAt + 12).set([0, 0, 0x10, 0, 0, 0, 0x1f, 0xff, 1, 2, 3, 4], otherAt + 12);
  expect(densoSh.checksums?.(new Image(bytes)).map(({ state }) => state)).toEqual(['ok', 'unknown']);
  const result = switchOff(bytes, densoSh, ['P0300'], { repairChecksums: true });
  if (result.outcome !== 'done') throw new Error(result.reason.message);
  expect(result.checksumChanges.map(({ at }) => at)).toEqual([0x7fb80 + 8]);
});

test('without a first row there is no table of sums, and nothing is switched off', () => {
  const bytes = densoShSample().fill(0x99, 0x7fb80, 0x7fb84);
  expect(densoSh.checksums?.(new Image(bytes))).toEqual([]);
  expect(switchOff(bytes, densoSh, ['P0300'])).toMatchObject({ reason: { code: 'ecu.sums_not_found' } });
});
