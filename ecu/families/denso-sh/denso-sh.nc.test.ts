import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { switchOff } from '../../switch-off.ts';
import { implied, strong } from '../../testing/facts.ts';
import { densoSh } from './denso-sh.family.ts';
import type { NcOptions } from './denso-sh.nc.sample.ts';
import { ncSample, ncTableAt } from './denso-sh.nc.sample.ts';

const list = (options: NcOptions = {}) => densoSh.dtcs?.list(new Image(ncSample(options)));
const codeAt = (index: number) => `P${(0x1100 + ((index * 7) % 0x200)).toString(16).toUpperCase()}`;
const statesOf = (bytes: Uint8Array) => densoSh.checksums?.(new Image(bytes)).map(({ state }) => state);

test('an MX-5 is recognised by the name of its program, and the engine is left open', () => {
  expect(densoSh.describe(new Image(ncSample()))).toEqual({
    processor: implied('SH72531', 4),
    softwareNumber: strong('04Z09999', 0x2000),
    vehicleManufacturer: implied('Mazda', 0xb8046),
    softwareId: strong('LF9ZZZ999', 0xb8046),
  });
});

test.each([160, 131])('codes are listed for a table of %i entries, as its padding shows', (entries) => {
  const listing = list({ entries });
  if (listing?.outcome !== 'found') throw new Error(listing?.reason.message);
  expect(listing.tableAt).toBe(ncTableAt);
  expect(listing.rows).toHaveLength(124);
  expect(listing.rows[0]).toMatchObject({ code: 'P0300', state: 'on', paths: [0, 1] });
  const findState = (index: number) => listing.rows.find(({ code }) => code === codeAt(index))?.state;
  expect([4, 5, 6, 7].map(findState)).toEqual(['on', 'off', 'off', 'on']);
});

test.each<NcOptions>([
  { strayEnable: true },
  { strayActivation: true },
  { unusedEnable: true },
  { unusedActivation: true },
  { hasSecondTable: true },
  { codes: 50 },
  { entries: 90, codes: 70 },
  { entries: 125 },
])('no table is found with %o', (options) => {
  expect(list(options)).toMatchObject({ outcome: 'not found' });
});

test('switching off clears enables and activation of every entry, and corrects the only sum that covers them', () => {
  const result = switchOff(ncSample(), densoSh, ['P0300', codeAt(7)]);
  if (result.outcome !== 'done') throw new Error(result.reason.message);
  const places = result.dtcChanges.map(({ at }) => at - ncTableAt);
  expect(places).toEqual([0, 1, 7].flatMap((index) => [320, 480, 640].map((array) => array + index)));
  expect(result.checksumChanges).toMatchObject([{ at: 0xff658 }]);
  expect(result.warnings).toEqual([]);
  expect(statesOf(result.bytes)?.every((state) => state === 'ok')).toBe(true);
});

test('an entry whose activation is already off is left unchanged', () => {
  expect(switchOff(ncSample(), densoSh, [codeAt(6)])).toMatchObject({ outcome: 'refused', kind: 'nothing to do' });
});

test('behind a row with damaged addresses no sum is read: that is unknown, and the user is warned', () => {
  const bytes = ncSample().fill(0x99, 0xff650 + 12, 0xff650 + 16);
  bytes[0x5001] = 0x77;
  expect(statesOf(bytes)).toEqual(['ok', 'unknown']);
  const result = switchOff(bytes, densoSh, ['P0300'], { repairChecksums: true });
  expect(result.outcome === 'done' && result.warnings.map(({ code }) => code)).toContain('ecu.checksum_not_known');
});

test('35 sums are checked, and an edit is reported', () => {
  expect(statesOf(ncSample())).toEqual(Array.from({ length: 35 }, () => 'ok'));
  expect(statesOf(ncSample({ wrongSum: true }))?.filter((state) => state === 'wrong')).toHaveLength(1);
});
