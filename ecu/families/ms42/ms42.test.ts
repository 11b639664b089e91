import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { ms42 } from './ms42.family.ts';
import { ms42Sample } from './ms42.sample.ts';

test('the program name, stored three times, identifies the control unit', () => {
  expect(ms42.describe(new Image(ms42Sample()))).toMatchObject({
    model: { value: 'MS42', strength: 'implied' },
    softwareNumber: { value: '6577299999', at: 0x3fb0 },
    softwareId: { value: '01102C600' },
    hardwareNumber: { value: '5WK9099', at: 0x3f00 },
    vehicleManufacturer: { value: 'BMW' },
  });
});

test('a program name that matches only twice is not recognised', () => {
  expect(ms42.recognise(new Image(ms42Sample()))).not.toEqual([]);
  const texts = [[0x3fa2, '42E300110100C66577299999--11101102C60011101102C60011101102C601']] as const;
  expect(ms42.recognise(new Image(ms42Sample({ texts })))).toEqual([]);
});
