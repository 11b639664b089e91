import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { motronicM1 } from './motronic-m1.family.ts';
import { motronicM1Sample } from './motronic-m1.sample.ts';

test("a chip of BMW shows its numbers, which it keeps backwards, and BMW's own", () => {
  expect(motronicM1.describe(new Image(motronicM1Sample()))).toEqual({
    hardwareNumber: { value: '0261200950', at: 0x1f02, strength: 'strong', spelled: 'backwards' },
    softwareNumber: { value: '1267357108', at: 0x1f0c, strength: 'strong', spelled: 'backwards' },
    partNumber: { value: '1739423', at: 0x1f16, strength: 'medium', spelled: 'backwards' },
    vehicleManufacturer: { value: 'BMW', at: 0x1f16, strength: 'implied' },
  });
});

test('turned numbers without the list of addresses before them may be of any Motronic', () => {
  expect(motronicM1.recognise(new Image(motronicM1Sample()))).not.toEqual([]);
  expect(motronicM1.recognise(new Image(motronicM1Sample({ lead: [] })))).toEqual([]);
});

test('a list whose entries lie in two pages is another list', () => {
  expect(motronicM1.recognise(new Image(motronicM1Sample()))).not.toEqual([]);
  const lead = [0x42, 0x03, 0x9f, 0x45, 0x03, 0x9e, 0x23, 0x01, 0x56, 0x96];
  expect(motronicM1.recognise(new Image(motronicM1Sample({ lead })))).toEqual([]);
});

test('its own name is enough, and gives the model', () => {
  const name = '55/1/M1.55/9/5032/DAMOS19/19A0185S_E/19A0185S_E/230799/';
  const facts = motronicM1.describe(new Image(motronicM1Sample({ lead: [], name })));
  expect(facts.model).toEqual({ value: 'M1.55', at: 0x2417, strength: 'strong' });
  expect(facts.variant?.value).toBe(name);
});

test('the name of another Motronic is stronger than the list', () => {
  expect(motronicM1.recognise(new Image(motronicM1Sample()))).not.toEqual([]);
  const name = '47/1/M2.10.4/17/131/DAMOS12//12212012-S/130596/';
  expect(motronicM1.recognise(new Image(motronicM1Sample({ name })))).toEqual([]);
});

test("Fiat's number is recognised from its place behind the other two", () => {
  const name = '55/1/M1.55/9/5032/DAMOS19/19A0185S_E/19A0185S_E/230799/';
  const numbers = '0261204999 1037359999 46769999 ';
  const facts = motronicM1.describe(new Image(motronicM1Sample({ name, numbers, isTurned: false })));
  expect(facts.partNumber).toEqual({ value: '46769999', at: 0x1f18, strength: 'medium' });
});
