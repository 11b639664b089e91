import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { edc15 } from './edc15.family.ts';
import { edc15Sample } from './edc15.sample.ts';

test('the numbers are read from the calibration and from the code', () => {
  const facts = edc15.describe(new Image(edc15Sample()));
  expect(facts).toMatchObject({
    softwareNumber: { value: '1037369999', at: 0x10046 },
    hardwareNumber: { value: '0281019999' },
    partNumber: { value: '038906099FG' },
  });
});

test('without markers the calibration number is told, never the one of the boot code', () => {
  const facts = edc15.describe(new Image(edc15Sample({ hasMarkers: false })));
  expect(facts.softwareNumber).toEqual({ value: '1037369999', at: 0x7BFB0, strength: 'strong' });
});

test('copies of the calibration that disagree leave the part number out', () => {
  const facts = edc15.describe(new Image(edc15Sample({ lastPartNumber: '038906099KX' })));
  expect(facts.partNumber).toBeUndefined();
  expect(facts.hardwareNumber?.value).toBe('0281019999');
});

test('one V4.1 may be chance, two are a block', () => {
  const bytes = edc15Sample({ blocksAt: [0x70000] });
  expect(edc15.recognise(new Image(bytes))).toMatchObject([{ points: 90, at: 0x70008 }]);
  bytes.fill(0, 0x70008, 0x7000C);
  expect(edc15.recognise(new Image(bytes))).toEqual([]);
});

test('a number where EDC15C keeps it says nothing in a file of another size', () => {
  const bytes = edc15Sample({ hasMarkers: false, sizeBytes: 0x100000 });
  expect(edc15.recognise(new Image(bytes))).toEqual([]);
});
