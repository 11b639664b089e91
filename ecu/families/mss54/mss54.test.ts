import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { switchOff } from '../../switch-off.ts';
import { strong } from '../../testing/facts.ts';
import { mss54 } from './mss54.family.ts';
import { mss54ChipSample, mss54Sample } from './mss54.sample.ts';

const list = (bytes: Uint8Array) => mss54.dtcs?.list(new Image(bytes));

function rowsOf(bytes: Uint8Array) {
  const listing = list(bytes);
  if (listing?.outcome !== 'found') throw new Error(listing?.reason.message);
  return listing.rows;
}

test('the name of program and data is reported with the facts that follow from it', () => {
  expect(mss54.describe(new Image(mss54Sample()))).toMatchObject({
    model: { value: 'MSS54HP', strength: 'implied' },
    engine: { value: 'S54', strength: 'implied' },
    softwareNumber: strong('211323009901', 0xbfb8),
    softwareId: strong('211323009901J499', 0xbfb8),
    dataset: strong('J499', 0xbfc4),
  });
});

test('a name whose three copies differ, or that follows other addresses, is not recognised', () => {
  expect(mss54.recognise(new Image(mss54Sample()))).toHaveLength(1);
  expect(mss54.recognise(new Image(mss54Sample({ secondName: '211323009901J498' })))).toEqual([]);
  expect(mss54.recognise(new Image(mss54Sample({ nameAddress: 0x8bfb0 })))).toEqual([]);
});

test('every fault of the two processors is listed once, in order, under its BMW number', () => {
  const rows = rowsOf(mss54Sample());
  expect(rows).toHaveLength(242);
  expect(rows.slice(0, 3).map(({ code, state }) => `${code} ${state}`)).toEqual(['01 on', '02 on', '03 on']);
  expect(new Set(rows.map(({ code }) => code)).size).toBe(242);
});

test('a record filled with zeros means that its code is off', () => {
  expect(rowsOf(mss54Sample({ zeroed: [0] })).find(({ code }) => code === '83')).toMatchObject({ state: 'off' });
});

test('with a number out of place, or without the slave processor, no table is found', () => {
  expect(list(mss54Sample({ numbers: { 3: 0x84 } }))).toMatchObject({ outcome: 'not found' });
  expect(list(mss54Sample({ hasSlave: false }))).toMatchObject({ outcome: 'not found' });
});

test('switching a code off leaves an unused record, and the checksum of its processor is corrected', () => {
  const result = switchOff(mss54Sample(), mss54, ['83']);
  if (result.outcome !== 'done') throw new Error(result.reason.message);
  expect(result.dtcChanges).toMatchObject([{ at: 0xe014 }]);
  expect(result.checksumChanges).toMatchObject([{ at: 0xbffc }]);
  expect(rowsOf(result.bytes).find(({ code }) => code === '83')?.state).toBe('off');
});

test('every code can be switched off at once', () => {
  const codes = rowsOf(mss54Sample()).map(({ code }) => code);
  expect(switchOff(mss54Sample(), mss54, codes).outcome).toBe('done');
});

test('a wrong checksum is reported', () => {
  const checksums = mss54.checksums?.(new Image(mss54Sample({ wrongChecksum: true }))) ?? [];
  expect(checksums.map(({ name, state }) => `${name} ${state}`)).toEqual(['Slave data ok', 'Master data wrong']);
});

test('one processor alone is recognised by its boot area, whatever the byte order of the file', () => {
  const hardware = (options = {}) => mss54.describe(new Image(mss54ChipSample(options))).hardwareNumber;
  expect(mss54.recognise(new Image(mss54ChipSample()))).toMatchObject([{ at: 0x5d02 }]);
  expect(hardware()).toEqual(strong('5WK9399', 0x5d32));
  expect(hardware({ text: 'SM5S-4-C', hardware: 'W59K93-9' })).toMatchObject({ value: '5WK9399', strength: 'implied' });
  expect(mss54.describe(new Image(mss54ChipSample())).model).toBeUndefined();
  expect(mss54.recognise(new Image(mss54ChipSample({ text: 'MSS60--V' })))).toEqual([]);
  expect(mss54.dtcs?.list(new Image(mss54ChipSample()))).toMatchObject({ outcome: 'not found' });
});
