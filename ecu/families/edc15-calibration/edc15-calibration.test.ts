import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { implied, strong } from '../../testing/facts.ts';
import { edc15Calibration } from './edc15-calibration.family.ts';
import { edc15CalibrationSample } from './edc15-calibration.sample.ts';

test("the software number is reported, and BMW is recognised by its immobiliser's name", () => {
  expect(edc15Calibration.describe(new Image(edc15CalibrationSample()))).toEqual({
    softwareNumber: strong('1037359999', 0xbfb0),
    vehicleManufacturer: implied('BMW', 0xbc5a),
  });
});

test.each<[string, Parameters<typeof edc15CalibrationSample>[0]]>([
  ['the same part in a file of another size is not recognised', { sizeBytes: 0x10000 }],
  ['a number that no padding follows is not recognised', { texts: [[0xbfb0, '1037359999']] }],
])('%s', (_, options) => {
  expect(edc15Calibration.recognise(new Image(edc15CalibrationSample(options)))).toEqual([]);
});
