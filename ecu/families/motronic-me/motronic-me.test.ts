import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { medium } from '../../testing/facts.ts';
import { motronicMe } from './motronic-me.family.ts';
import { motronicMeSample } from './motronic-me.sample.ts';

test('its name and its numbers are reported', () => {
  expect(motronicMe.describe(new Image(motronicMeSample()))).toMatchObject({
    model: { value: 'ME1.5.5' },
    hardwareNumber: { value: '0261206999' },
    softwareNumber: { value: '1037369999' },
  });
});

test.each<[string, Parameters<typeof motronicMeSample>[0]]>([
  ['without its name the file is not recognised', { name: null }],
  [
    'the name of another control unit in its place is not recognised',
    { name: '41/1/ME7.5.5/6/16.1//12h/05120804/241100/' },
  ],
])('%s', (_, options) => {
  expect(motronicMe.recognise(new Image(motronicMeSample(options)))).toEqual([]);
});

test('the General Motors number is the one in the line with the hardware number', () => {
  expect(motronicMe.describe(new Image(motronicMeSample())).partNumber).toEqual(medium('09119999', 0x10259));
});
