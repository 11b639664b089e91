import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { implied, strong } from '../../testing/facts.ts';
import { lotusT6 } from './lotus-t6.family.ts';
import { lotusT6CalibrationSample, lotusT6ProgramSample } from './lotus-t6.sample.ts';

test('the number of a calibration is reported', () => {
  expect(lotusT6.describe(new Image(lotusT6CalibrationSample()))).toEqual({
    partNumber: strong('Z999E0999', 0),
    vehicleManufacturer: implied('Lotus', 0),
    processor: implied('MPC5xx', 0),
  });
});

test('a program is recognised by its beginning', () => {
  expect(lotusT6.describe(new Image(lotusT6ProgramSample()))).toEqual({
    vehicleManufacturer: implied('Lotus', 0x80),
    processor: implied('MPC5xx', 0x80),
  });
});

test.each([
  ['a line without a date', lotusT6CalibrationSample('Z999E0999        a calibration 9:24')],
  ['the name of a T4e', lotusT6CalibrationSample('ZZZ99Z99 01-23-2006 12:43       ')],
  ['another first word', lotusT6ProgramSample(0x005a005a)],
])('%s is not recognised', (_name, bytes) => {
  expect(lotusT6.recognise(new Image(bytes))).toEqual([]);
});
