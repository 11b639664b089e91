import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { strong } from '../../testing/facts.ts';
import { digifant } from './digifant.family.ts';
import { digifantSample } from './digifant.sample.ts';

test('its own name gives the model', () => {
  expect(digifant.describe(new Image(digifantSample()))).toEqual({
    model: strong('DIGIFANT 1.7', 0x151),
  });
});

test('the name in a sentence is not the field that holds it', () => {
  expect(digifant.recognise(new Image(digifantSample()))).not.toEqual([]);
  const texts = [[0x151, 'DIGIFANT 1.7 is the name']] as const;
  expect(digifant.recognise(new Image(digifantSample({ texts })))).toEqual([]);
});
