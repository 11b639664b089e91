import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { implied, strong } from '../../testing/facts.ts';
import { transtron } from './transtron.family.ts';
import { transtronSample, transtronTexts } from './transtron.sample.ts';

const imageOf = (texts: readonly (readonly [number, string])[]) => new Image(transtronSample({ texts }));

test('the engine and its number are reported, with Isuzu as the maker', () => {
  expect(transtron.describe(imageOf(transtronTexts))).toEqual({
    vehicleManufacturer: implied('Isuzu', 0x309df),
    engine: strong('4JK1', 0x309df),
    softwareNumber: strong('99999658', 0x309f4),
  });
});

test.each(transtronTexts)('the text at %i alone is not enough for recognition', (at, text) => {
  const evidence = transtron.recognise(imageOf([[at, text]]));
  expect(evidence.reduce((sum, { points }) => sum + points, 0)).toBe(45);
});
