import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { edc17 } from './edc17.family.ts';
import { edc17Sample } from './edc17.sample.ts';

test('model, software number, dataset and the part number on the box are read', () => {
  expect(edc17.describe(new Image(edc17Sample()))).toEqual({
    model: { value: 'EDC17_CP14', at: 0x1A0A15, strength: 'strong' },
    variant: { value: '35/1/EDC17_CP14/5/P598//C598G3W1///', at: 0x1A0A10, strength: 'strong' },
    softwareNumber: { value: '1037500001', at: 0x18001A, strength: 'strong' },
    dataset: { value: 'P598G3W1', at: 0x180024, strength: 'strong' },
    partNumber: { value: '03L906099XY', at: 0x1BAAE5, strength: 'medium' },
  });
});

test('a digit in front of the variant string is not part of it', () => {
  const facts = edc17.describe(new Image(edc17Sample({ variant: '132/1/EDC17_C06/11/P_557//V3ML///' })));
  expect(facts.variant?.value).toBe('32/1/EDC17_C06/11/P_557//V3ML///');
});

test('the blocks alone are not enough: the petrol relatives have them too', () => {
  expect(edc17.recognise(new Image(edc17Sample({ variant: '46/1/MED17/3/D17553xN//D175537N/Dst00//' })))).toEqual([]);
});

test('a block whose address disagrees with its first record is none', () => {
  const [chain] = edc17.recognise(new Image(edc17Sample()));
  expect(chain?.because).toBe('a chain of 2 MEDC17 blocks');
  expect(edc17.recognise(new Image(edc17Sample({ recordStart: 0x80000000 })))).toEqual([]);
});

test('blocks of two programs leave the software number out', () => {
  const facts = edc17.describe(new Image(edc17Sample({ secondSoftwareNumber: '1037500002' })));
  expect(facts.softwareNumber).toBeUndefined();
});

test('a dataset field filled up with other bytes is left out', () => {
  const facts = edc17.describe(new Image(edc17Sample({ dataset: '\xAF'.repeat(8) })));
  expect(facts.dataset).toBeUndefined();
  expect(facts.softwareNumber?.value).toBe('1037500001');
});
