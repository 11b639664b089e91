import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { implied, strong } from '../../testing/facts.ts';
import { edc1 } from './edc1.family.ts';
import { edc1Sample } from './edc1.sample.ts';

test('hardware, software and part number are read from a chip', () => {
  expect(edc1.describe(new Image(edc1Sample()))).toEqual({
    hardwareNumber: strong('0281001999', 0x7fd9),
    softwareNumber: strong('2537355999', 0x7fe4),
    softwareId: strong('B73XM200', 0x7fef),
    partNumber: strong('028906099AF', 0x650a),
    engine: strong('1,9l R4', 0x6517),
    vehicleManufacturer: implied('Volkswagen Group', 0x650a),
  });
});

test.each<[string, Parameters<typeof edc1Sample>[0]]>([
  ['petrol engine numbers at the same offset are not recognised', { texts: [[0x7fd9, '0261001999\xFF2537355999']] }],
  ['a hardware number without a software number beside it is not enough', { texts: [[0x7fd9, '0281001999']] }],
  [
    'digits that are not doubled throughout do not count as two chips',
    { sizeBytes: 0x20000, texts: [[0xffb2, '00228811000011999998']] },
  ],
])('%s', (_, options) => {
  expect(edc1.recognise(new Image(edc1Sample(options)))).toEqual([]);
});

test('two chips in one file yield the number that they share', () => {
  const texts = [[0xffb2, '00228811000011999999\xFF\xFF22553377335555332289']] as const;
  const image = new Image(edc1Sample({ sizeBytes: 0x20000, texts }));
  expect(edc1.recognise(image)).not.toEqual([]);
  expect(edc1.describe(image)).toEqual({ hardwareNumber: implied('0281001999', 0xffb2) });
});

test('both numbers of a 128 KB chip are read after one byte, at one offset only', () => {
  const sampleOf = (at: number) =>
    new Image(edc1Sample({ sizeBytes: 0x20000, texts: [[at, '\x1402810019991037399999\xFF']] }));
  expect(edc1.recognise(sampleOf(0x7fe8))).toMatchObject([{ points: 80 }]);
  expect(edc1.describe(sampleOf(0x7fe8))).toMatchObject({
    hardwareNumber: { value: '0281001999', at: 0x7fe9 },
    softwareNumber: { value: '1037399999' },
  });
  expect(edc1.recognise(sampleOf(0x7fc8))).toEqual([]);
});
