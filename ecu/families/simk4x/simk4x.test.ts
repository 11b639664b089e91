import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { implied, strong } from '../../testing/facts.ts';
import { simk4x } from './simk4x.family.ts';
import { simk4xSample } from './simk4x.sample.ts';

test('the numbers are read from the dataset and its file name', () => {
  expect(simk4x.describe(new Image(simk4xSample()))).toEqual({
    softwareId: strong('669957', 0x90042),
    dataset: strong('G7DCXX1A', 0x9004c),
    processor: implied('C167', 0x90042),
  });
});

test.each([
  ['another name of the file', `${'1116690957010000'.repeat(3)}ca669958.DAT`],
  ['a data set of another system', `${'1110790957010000'.repeat(3)}ca079957.DAT`],
  ['a name that stands twice', `xxxxxxxxxxxxxxxx${'1116690957010000'.repeat(2)}ca669957.DAT`],
])('%s is not recognised', (_name, text) => {
  expect(simk4x.recognise(new Image(simk4xSample()))).not.toEqual([]);
  expect(simk4x.recognise(new Image(simk4xSample({ texts: [[0x90010, text]] })))).toEqual([]);
});
