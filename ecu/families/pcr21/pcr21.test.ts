import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { implied, strong } from '../../testing/facts.ts';
import { pcr21 } from './pcr21.family.ts';
import type { Pcr21Options } from './pcr21.sample.ts';
import { pcr21Sample } from './pcr21.sample.ts';

const imageOf = (options: Pcr21Options = {}) => new Image(pcr21Sample(options));
const pointsOf = (options: Pcr21Options) => pcr21.recognise(imageOf(options)).map(({ points }) => points);

test('the line of text gives the program, the calibration, the part number, its version and the engine', () => {
  expect(pcr21.describe(imageOf())).toEqual({
    model: implied('PCR2.1', 0x180023),
    vehicleManufacturer: implied('Volkswagen Group', 0x18006e),
    softwareId: strong('SM2G0Z9000000', 0x180023),
    softwareVersion: strong('9999', 0x1800c0),
    partNumber: strong('03L906023ZZ', 0x18006e),
    dataset: strong('CASM2Z90', 0x180014),
    engine: strong('R4 1.6l TDI', 0x1800ac),
  });
});

test('if two copies of the part number differ, only the program identifies the file, and no number is reported', () => {
  expect(pointsOf({})).toEqual([90, 60]);
  expect(pointsOf({ secondPartNumber: '03L906023AB' })).toEqual([60]);
  expect(pcr21.describe(imageOf({ secondPartNumber: '03L906023AB' }))).toEqual({});
});

test('a program whose three copies differ, or that is not an SM2, is not recognised', () => {
  expect(pointsOf({})).not.toEqual([]);
  expect(pointsOf({ secondProgram: '111SM2G0Z8000000' })).toEqual([]);
  expect(pointsOf({ texts: [[0x180014, '111SN100K5400000'.repeat(3)]] })).toEqual([]);
});
