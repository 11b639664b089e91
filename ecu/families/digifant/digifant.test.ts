import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { digifant } from './digifant.family.ts';
import { digifantSample } from './digifant.sample.ts';

test('its own name gives the model', () => {
  expect(digifant.describe(new Image(digifantSample()))).toEqual({
    model: { value: 'DIGIFANT 1.7', at: 0x151, strength: 'strong' },
  });
});

test('the name in a sentence is not the field that holds it', () => {
  expect(digifant.recognise(new Image(digifantSample()))).not.toEqual([]);
  const texts = [[0x151, 'DIGIFANT 1.7 is the name']] as const;
  expect(digifant.recognise(new Image(digifantSample({ texts })))).toEqual([]);
});
