import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { mdg1 } from './mdg1.family.ts';
import { mdg1Sample } from './mdg1.sample.ts';

test('the fifth field of the variant string names the unit', () => {
  const facts = mdg1.describe(new Image(mdg1Sample()));
  expect(facts.model).toEqual({ value: 'MG1CS011', at: 0x4100e, strength: 'strong' });
  expect(facts.softwareId?.value).toBe('9ZP3C1A1');
});

test('another variant string is not ours', () => {
  expect(mdg1.recognise(new Image(mdg1Sample('35/1/EDC17_CP14/5/P598//C598G3W1///')))).toEqual([]);
});

test('tables and checksums are not claimed without a dump to prove them', () => {
  expect([mdg1.dtcs, mdg1.checksums]).toEqual([null, null]);
});
