import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { motronicMp } from './motronic-mp.family.ts';
import { motronicMpSample } from './motronic-mp.sample.ts';

test('its name and its numbers are reported', () => {
  expect(motronicMp.describe(new Image(motronicMpSample()))).toMatchObject({
    model: { value: 'MP3.2' },
    hardwareNumber: { value: '0261200999' },
    softwareNumber: { value: '1267357399' },
  });
});

test.each<[string, Parameters<typeof motronicMpSample>[0]]>([
  ['without its name the file is not recognised', { name: null }],
  [
    'the name of another control unit in its place is not recognised',
    { name: '57/1/ME3.2/14/115.0/DAMOS20/12070100_E/12070100_E/020992/' },
  ],
])('%s', (_, options) => {
  expect(motronicMp.recognise(new Image(motronicMpSample(options)))).toEqual([]);
});

test('MP7 lists several hardware numbers: none of them is reported, but its program is', () => {
  const name = `46/1/MP7.2/14/125600/DAM0A05/0A550A86/300398/${' '.repeat(15)}0000000000103735699900000000`;
  const numbers = '026120499902612049980261204997';
  const facts = motronicMp.describe(
    new Image(motronicMpSample({ sizeBytes: 0x40000, name, numbers, isTurned: false })),
  );
  expect(facts.softwareNumber?.value).toBe('1037356999');
  expect(facts.hardwareNumber).toBeUndefined();
});
