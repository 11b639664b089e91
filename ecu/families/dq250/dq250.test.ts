import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { strong } from '../../testing/facts.ts';
import { dq250 } from './dq250.family.ts';
import { dq250Sample } from './dq250.sample.ts';

test('the part number of the gearbox is reported', () => {
  expect(dq250.describe(new Image(dq250Sample()))).toEqual({
    partNumber: strong('02E300099G', 0x61016),
  });
});

test.each([
  ['a part of another gearbox', 0x68000, '02X300099G  \u0001GSG DSG         DCTB2C0'],
  ['a file of another size', 0x80000, '02E300099G  \u0001GSG DSG         DCTB2C0'],
])('%s is not recognised', (_name, sizeBytes, text) => {
  expect(dq250.recognise(new Image(dq250Sample()))).not.toEqual([]);
  expect(dq250.recognise(new Image(dq250Sample({ sizeBytes, texts: [[0x61016, text]] })))).toEqual([]);
});
