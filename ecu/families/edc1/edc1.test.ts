import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { implied, strong } from '../../testing/facts.ts';
import { edc1 } from './edc1.family.ts';
import { edc1Sample } from './edc1.sample.ts';

test('a chip gives hardware, software and part number', () => {
  expect(edc1.describe(new Image(edc1Sample()))).toEqual({
    hardwareNumber: strong('0281001999', 0x7fd9),
    softwareNumber: strong('2537355999', 0x7fe4),
    softwareId: strong('B73XM200', 0x7fef),
    partNumber: strong('028906099AF', 0x650a),
    engine: strong('1,9l R4', 0x6517),
    vehicleManufacturer: implied('Volkswagen Group', 0x650a),
  });
});

test('petrol numbers in the same place are of another control unit', () => {
  expect(edc1.recognise(new Image(edc1Sample()))).not.toEqual([]);
  const texts = [[0x7fd9, '0261001999\xFF2537355999']] as const;
  expect(edc1.recognise(new Image(edc1Sample({ texts })))).toEqual([]);
});

test('a hardware number without a program beside it is not enough', () => {
  expect(edc1.recognise(new Image(edc1Sample()))).not.toEqual([]);
  expect(edc1.recognise(new Image(edc1Sample({ texts: [[0x7fd9, '0281001999']] })))).toEqual([]);
});

test('two chips in one file give the number that both have', () => {
  const texts = [[0xffb2, '00228811000011999999\xFF\xFF22553377335555332289']] as const;
  const image = new Image(edc1Sample({ sizeBytes: 0x20000, texts }));
  expect(edc1.recognise(image)).not.toEqual([]);
  expect(edc1.describe(image)).toEqual({ hardwareNumber: implied('0281001999', 0xffb2) });
});

test('digits that are not doubled all through are no two chips', () => {
  expect(edc1.recognise(new Image(edc1Sample()))).not.toEqual([]);
  const texts = [[0xffb2, '00228811000011999998']] as const;
  expect(edc1.recognise(new Image(edc1Sample({ sizeBytes: 0x20000, texts })))).toEqual([]);
});

test('a chip of 128 KB has both numbers behind one byte, in one place', () => {
  const sampleOf = (at: number) =>
    new Image(edc1Sample({ sizeBytes: 0x20000, texts: [[at, '\x1402810019991037399999\xFF']] }));
  expect(edc1.recognise(sampleOf(0x7fe8))).toMatchObject([{ points: 80 }]);
  expect(edc1.describe(sampleOf(0x7fe8))).toMatchObject({
    hardwareNumber: { value: '0281001999', at: 0x7fe9 },
    softwareNumber: { value: '1037399999' },
  });
  expect(edc1.recognise(sampleOf(0x7fc8))).toEqual([]);
});
