import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { implied, strong } from '../../testing/facts.ts';
import { monoMotronic } from './mono-motronic.family.ts';
import { monoMotronicSample } from './mono-motronic.sample.ts';

test('the line with MONO gives part number and engine', () => {
  expect(monoMotronic.describe(new Image(monoMotronicSample()))).toEqual({
    partNumber: strong('1H0907999A', 0x6e52),
    engine: strong('1,8L R4', 0x6e5e),
    vehicleManufacturer: implied('Volkswagen Group', 0x6e52),
  });
});

test.each<[string, Parameters<typeof monoMotronicSample>[0]]>([
  ['a line with MOTOR is not recognised', { numbers: '1H0907999A  1,8L R4 MOTOR       D11PMC ' }],
  ['the same line in a file of another size is not recognised', { sizeBytes: 0x20000 }],
])('%s', (_, options) => {
  expect(monoMotronic.recognise(new Image(monoMotronicSample(options)))).toEqual([]);
});
