import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { switchOff } from '../../switch-off.ts';
import { strong } from '../../testing/facts.ts';
import { gmptE15 } from './gmpt-e15.family.ts';
import type { GmptE15Options } from './gmpt-e15.sample.ts';
import { gmptE15RowsAt, gmptE15Sample } from './gmpt-e15.sample.ts';

const describe = (options: GmptE15Options = {}) => gmptE15.describe(new Image(gmptE15Sample(options)));
const recognise = (options: GmptE15Options = {}) => gmptE15.recognise(new Image(gmptE15Sample(options)));

test('calibration, hardware, engine and part number are reported', () => {
  expect(describe()).toMatchObject({
    model: { value: 'GMPT-E15' },
    softwareNumber: strong('12999999', 0x800c),
    hardwareNumber: strong('16999999', 0x4077),
    engine: strong('Z22SE', 0x4084),
    partNumber: strong('09399999', 0x408e),
    vehicleManufacturer: { value: 'Opel', strength: 'implied' },
  });
});

test('a vehicle of another maker, or two written pages, are not taken for an Opel', () => {
  expect(describe().vehicleManufacturer).toBeDefined();
  expect(describe({ vehicleNumber: '1G100000000000000' }).vehicleManufacturer).toBeUndefined();
  const { hardwareNumber, vehicleManufacturer } = describe({ hasSecondPage: true });
  expect([hardwareNumber, vehicleManufacturer]).toEqual([undefined, undefined]);
});

test('with rows whose bits are not consecutive, or another end, the file is not recognised', () => {
  expect(recognise()).toMatchObject([{ at: gmptE15RowsAt }]);
  expect(recognise({ brokenRow: 60 })).toEqual([]);
  expect(recognise({ signature: 0x4afc4afc })).toEqual([]);
});

test('codes are listed without values that stand for no code, and cannot be switched', () => {
  const listing = gmptE15.dtcs?.list(new Image(gmptE15Sample()));
  if (listing?.outcome !== 'found') throw new Error(listing?.reason.message);
  expect(listing.rows).toHaveLength(176);
  expect(listing.rows.find(({ code }) => code === 'P010A')).toMatchObject({ paths: [10, 11] });
  expect(switchOff(gmptE15Sample(), gmptE15, ['P010A'])).toMatchObject({ kind: 'not switchable' });
});
