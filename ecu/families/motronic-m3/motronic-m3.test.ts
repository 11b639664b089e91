import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { implied } from '../../testing/facts.ts';
import { motronicM3 } from './motronic-m3.family.ts';
import { motronicM3Sample } from './motronic-m3.sample.ts';

test('a Volkswagen Group chip yields its part, hardware and software number and its model', () => {
  expect(motronicM3.describe(new Image(motronicM3Sample()))).toMatchObject({
    model: { value: 'M3.8.3', at: 0xbf46 },
    partNumber: { value: '06A906099R', at: 0xbf0a },
    hardwareNumber: { value: '0261204999' },
    softwareNumber: { value: '1037359999', at: 0xbf37 },
    vehicleManufacturer: { value: 'Volkswagen Group', strength: 'implied' },
  });
});

test('a name without its M belongs to the family and is reported with the M', () => {
  const numbers = `021906299Q     MOTOR    PMC ${'\xFF'.repeat(7)}02612039992227356999`;
  const named = new Image(
    motronicM3Sample({ name: '49/1/3.8.1/03/176/DAMOS81/', nameAt: 0xbf50, numbers, numbersAt: 0xbf0a }),
  );
  expect(motronicM3.describe(named)).toMatchObject({
    model: implied('M3.8.1', 0xbf55),
    hardwareNumber: { value: '0261203999' },
    softwareNumber: { value: '2227356999' },
  });
  expect(motronicM3.describe(named).variant).toBeUndefined();
  const other = motronicM3Sample({ name: '49/1/4.8.1/03/176/DAMOS81/', nameAt: 0xbf50, numbers, numbersAt: 0xbf0a });
  expect(motronicM3.recognise(new Image(other))).toEqual([]);
});

const bmwNumbers = { name: null, isTurned: true, numbers: '50.073001140315712673579340261203075' } as const;
const digits = Array.from('114/606 1200', (character) => character.charCodeAt(0));

test("BMW's chips are recognised by the digits before the backward numbers, at their own offset", () => {
  const image = new Image(motronicM3Sample({ ...bmwNumbers, numbersAt: 0x7e51, lead: digits }));
  expect(motronicM3.recognise(image)).not.toEqual([]);
  expect(motronicM3.describe(image)).toMatchObject({
    partNumber: { value: '1403157' },
    softwareNumber: { value: '1267357934' },
  });
});

test('the same digits and numbers elsewhere, or the numbers alone, are not recognised', () => {
  expect(motronicM3.recognise(new Image(motronicM3Sample()))).not.toEqual([]);
  const elsewhere = motronicM3Sample({ ...bmwNumbers, numbersAt: 0x7f02, lead: digits });
  const alone = motronicM3Sample({ ...bmwNumbers, numbersAt: 0x7e51 });
  expect(motronicM3.recognise(new Image(elsewhere))).toEqual([]);
  expect(motronicM3.recognise(new Image(alone))).toEqual([]);
});

test('a name in a larger file than any chip of those years is not recognised', () => {
  expect(motronicM3.recognise(new Image(motronicM3Sample()))).not.toEqual([]);
  expect(motronicM3.recognise(new Image(motronicM3Sample({ sizeBytes: 0x200000 })))).toEqual([]);
});
