import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { motronicM2 } from './motronic-m2.family.ts';
import { motronicM2Sample } from './motronic-m2.sample.ts';

test("Audi's line gives part number, hardware and software", () => {
  expect(motronicM2.describe(new Image(motronicM2Sample()))).toEqual({
    partNumber: { value: '4A0907999A', at: 0xff02, strength: 'medium' },
    hardwareNumber: { value: '0261200999', at: 0xff1e, strength: 'strong' },
    softwareNumber: { value: '1267359999', at: 0xff28, strength: 'strong' },
    vehicleManufacturer: { value: 'Audi', at: 0xff02, strength: 'implied' },
  });
});

test('a line without PMC is not of this family', () => {
  expect(motronicM2.recognise(new Image(motronicM2Sample()))).not.toEqual([]);
  const numbers = '4A0907999A     MOTOR D02 PX 02612009991267359999';
  expect(motronicM2.recognise(new Image(motronicM2Sample({ numbers })))).toEqual([]);
});

test('a part number whose index stands apart is left out rather than reported without its index', () => {
  const numbers = '447907999 A    MOTOR    PMC 02612009991267359999';
  const facts = motronicM2.describe(new Image(motronicM2Sample({ numbers })));
  expect(facts.partNumber).toBeUndefined();
  expect(facts.hardwareNumber?.value).toBe('0261200999');
});

test('its own name gives the model', () => {
  const name = '47/1/M2.10.4/17/131/DAMOS12//12212012-S/130596/';
  expect(motronicM2.describe(new Image(motronicM2Sample({ name, numbers: '' }))).model?.value).toBe('M2.10.4');
});
