import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { strong } from '../../testing/facts.ts';
import { digifant } from './digifant.family.ts';
import { digifantSample } from './digifant.sample.ts';

test('the unit’s own name gives the model', () => {
  expect(digifant.describe(new Image(digifantSample()))).toEqual({
    model: strong('DIGIFANT 1.7', 0x151),
  });
});

test('a sentence that contains the name is not recognised', () => {
  expect(digifant.recognise(new Image(digifantSample()))).not.toEqual([]);
  const texts = [[0x151, 'DIGIFANT 1.7 is the name']] as const;
  expect(digifant.recognise(new Image(digifantSample({ texts })))).toEqual([]);
});
