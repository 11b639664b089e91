import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { motronicM4 } from './motronic-m4.family.ts';
import { motronicM4Sample } from './motronic-m4.sample.ts';

test('its name and its numbers are reported', () => {
  expect(motronicM4.describe(new Image(motronicM4Sample()))).toMatchObject({
    model: { value: 'M4.3' },
    hardwareNumber: { value: '0261204999' },
    softwareNumber: { value: '1037359999' },
  });
});

test('without its name the file is not recognised', () => {
  expect(motronicM4.recognise(new Image(motronicM4Sample()))).not.toEqual([]);
  expect(motronicM4.recognise(new Image(motronicM4Sample({ name: null })))).toEqual([]);
});

test('the name of another control unit in its place is not recognised', () => {
  expect(motronicM4.recognise(new Image(motronicM4Sample()))).not.toEqual([]);
  expect(motronicM4.recognise(new Image(motronicM4Sample({ name: '44/1/M5.3/09/5033/DAMOS0C03//040398/' })))).toEqual(
    [],
  );
});
