import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { implied, medium, strong } from '../../testing/facts.ts';
import { motronicM1 } from './motronic-m1.family.ts';
import { motronicM1Sample } from './motronic-m1.sample.ts';

test("a BMW chip yields its numbers, which are stored backwards, and BMW's own number", () => {
  expect(motronicM1.describe(new Image(motronicM1Sample()))).toEqual({
    hardwareNumber: strong('0261200950', 0x1f02, { spelled: 'backwards' }),
    softwareNumber: strong('1267357108', 0x1f0c, { spelled: 'backwards' }),
    partNumber: medium('1739423', 0x1f16, { spelled: 'backwards' }),
    vehicleManufacturer: implied('BMW', 0x1f16),
  });
});

test.each<[string, Parameters<typeof motronicM1Sample>[0]]>([
  ['backward numbers without the list of addresses before them may belong to any Motronic', { lead: [] }],
  [
    'a list whose entries lie in two pages is not recognised',
    { lead: [0x42, 0x03, 0x9f, 0x45, 0x03, 0x9e, 0x23, 0x01, 0x56, 0x96] },
  ],
  ['the name of another Motronic outweighs the list', { name: '47/1/M2.10.4/17/131/DAMOS12//12212012-S/130596/' }],
])('%s', (_, options) => {
  expect(motronicM1.recognise(new Image(motronicM1Sample(options)))).toEqual([]);
});

test('the unit’s own name is enough and gives the model', () => {
  const name = '55/1/M1.55/9/5032/DAMOS19/19A0185S_E/19A0185S_E/230799/';
  const facts = motronicM1.describe(new Image(motronicM1Sample({ lead: [], name })));
  expect(facts.model).toEqual(strong('M1.55', 0x2417));
  expect(facts.variant?.value).toBe(name);
});

test("Fiat's number is recognised by its position after the other two", () => {
  const name = '55/1/M1.55/9/5032/DAMOS19/19A0185S_E/19A0185S_E/230799/';
  const numbers = '0261204999 1037359999 46769999 ';
  const facts = motronicM1.describe(new Image(motronicM1Sample({ name, numbers, isTurned: false })));
  expect(facts.partNumber).toEqual(medium('46769999', 0x1f18));
});
