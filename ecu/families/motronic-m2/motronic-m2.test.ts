import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { implied, medium, strong } from '../../testing/facts.ts';
import { motronicM2 } from './motronic-m2.family.ts';
import { motronicM2Sample } from './motronic-m2.sample.ts';

test("Audi's line gives the part, hardware and software number", () => {
  expect(motronicM2.describe(new Image(motronicM2Sample()))).toEqual({
    partNumber: medium('4A0907999A', 0xff02),
    hardwareNumber: strong('0261200999', 0xff1e),
    softwareNumber: strong('1267359999', 0xff28),
    vehicleManufacturer: implied('Audi', 0xff02),
  });
});

test('a line without PMC is not recognised', () => {
  expect(motronicM2.recognise(new Image(motronicM2Sample()))).not.toEqual([]);
  const numbers = '4A0907999A     MOTOR D02 PX 02612009991267359999';
  expect(motronicM2.recognise(new Image(motronicM2Sample({ numbers })))).toEqual([]);
});

test('a part number with a detached index is left out rather than reported without its index', () => {
  const numbers = '447907999 A    MOTOR    PMC 02612009991267359999';
  const facts = motronicM2.describe(new Image(motronicM2Sample({ numbers })));
  expect(facts.partNumber).toBeUndefined();
  expect(facts.hardwareNumber?.value).toBe('0261200999');
});

test('the unit’s own name gives the model', () => {
  const name = '47/1/M2.10.4/17/131/DAMOS12//12212012-S/130596/';
  expect(motronicM2.describe(new Image(motronicM2Sample({ name, numbers: '' }))).model?.value).toBe('M2.10.4');
});
