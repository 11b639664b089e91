import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { motronicM5 } from './motronic-m5.family.ts';
import { motronicM5Sample } from './motronic-m5.sample.ts';

test('its name and its numbers are reported', () => {
  expect(motronicM5.describe(new Image(motronicM5Sample()))).toMatchObject({
    model: { value: 'M5.4' },
    hardwareNumber: { value: '0261203999' },
    softwareNumber: { value: '1267359999' },
  });
});

test.each<[string, Parameters<typeof motronicM5Sample>[0]]>([
  ['without its name the file is not recognised', { name: null }],
  [
    'the name of another control unit in its place is not recognised',
    { name: '46/1/M3.4/05/121/DAMOS15/1507/150718-S/231293/' },
  ],
])('%s', (_, options) => {
  expect(motronicM5.recognise(new Image(motronicM5Sample(options)))).toEqual([]);
});

test('a file without the name between slashes is recognised by the name in the line of text', () => {
  const numbers = '037906999M  MOTRONIC M5.9       V0102612049991037359999';
  const facts = motronicM5.describe(new Image(motronicM5Sample({ name: null, numbers })));
  expect(facts.model?.value).toBe('M5.9');
  expect(facts.partNumber?.value).toBe('037906999M');
  expect(facts.variant).toBeUndefined();
});
