import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { strong } from '../../testing/facts.ts';
import { mdg1 } from './mdg1.family.ts';
import { mdg1Sample } from './mdg1.sample.ts';

test('the fifth field of the variant string names the unit', () => {
  const facts = mdg1.describe(new Image(mdg1Sample()));
  expect(facts.model).toEqual(strong('MG1CS011', 0x4100e));
  expect(facts.softwareId?.value).toBe('9ZP3C1A1');
});

test.each([
  { variant: '58/1/MD1CS003/014/1234//C1A2/AB1CD_EF2GH_IJ3KL_9801234580//', model: 'MD1CS003' },
  { variant: '46/1/MD1CP001/1/DA_MDG1/', model: 'MD1CP001' },
  { variant: '38/1/MG1CS002/5/P1234//C1234///', model: 'MG1CS002' },
])('as published, $variant is $model', ({ variant, model }) => {
  const image = new Image(mdg1Sample(variant));
  expect(mdg1.recognise(image).map(({ points }) => points)).toEqual([60]);
  expect(mdg1.describe(image).model).toMatchObject({ value: model, strength: 'strong' });
});

test('another variant string is not recognised', () => {
  expect(mdg1.recognise(new Image(mdg1Sample()))).not.toEqual([]);
  expect(mdg1.recognise(new Image(mdg1Sample('35/1/EDC17_CP14/5/P598//C598G3W1///')))).toEqual([]);
});

test('tables and checksums are not claimed without a dump to prove them', () => {
  expect([mdg1.dtcs, mdg1.checksums]).toEqual([null, null]);
});
