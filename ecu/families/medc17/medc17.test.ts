import { expect, test } from 'vitest';
import { identify } from '../../identify.ts';
import { Image } from '../../image.ts';
import { edc17Sample } from '../edc17/edc17.sample.ts';
import { medc17 } from './medc17.family.ts';
import { medc17NamelessSample } from './medc17.sample.ts';

test('without a name, the blocks alone identify the platform but no model', () => {
  const image = new Image(medc17NamelessSample());
  expect(identify(image)).toMatchObject({ outcome: 'recognised', family: { familyId: 'medc17', points: 60 } });
  expect(medc17.describe(image).model).toBeUndefined();
  expect(medc17.describe(image).softwareNumber?.value).toBe('1037500001');
});

test('with a name, the family of that name is recognised', () => {
  expect(identify(new Image(edc17Sample()))).toMatchObject({ family: { familyId: 'edc17' } });
});

test('codes are listed even without a name', () => {
  expect(medc17.dtcs?.list(new Image(medc17NamelessSample())).outcome).toBe('found');
});

test('a file that ends within a block is not recognised, as only its name may be missing', () => {
  const bytes = medc17NamelessSample();
  expect(medc17.recognise(new Image(bytes))).not.toEqual([]);
  expect(medc17.recognise(new Image(bytes.subarray(0, bytes.length - 1)))).toEqual([]);
});
