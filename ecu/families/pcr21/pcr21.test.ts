import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { pcr21 } from './pcr21.family.ts';
import type { Pcr21Knobs } from './pcr21.sample.ts';
import { pcr21Sample } from './pcr21.sample.ts';

const imageOf = (knobs: Pcr21Knobs = {}) => new Image(pcr21Sample(knobs));
const pointsOf = (knobs: Pcr21Knobs) => pcr21.recognise(imageOf(knobs)).map(({ points }) => points);

test('the line of text gives the program, the calibration, the part number, its version and the engine', () => {
  expect(pcr21.describe(imageOf())).toEqual({
    model: { value: 'PCR2.1', at: 0x180023, strength: 'implied' },
    vehicleManufacturer: { value: 'Volkswagen Group', at: 0x18006e, strength: 'implied' },
    softwareId: { value: 'SM2G0Z9000000', at: 0x180023, strength: 'strong' },
    softwareVersion: { value: '9999', at: 0x1800c0, strength: 'strong' },
    partNumber: { value: '03L906023ZZ', at: 0x18006e, strength: 'strong' },
    dataset: { value: 'CASM2Z90', at: 0x180014, strength: 'strong' },
    engine: { value: 'R4 1.6l TDI', at: 0x1800ac, strength: 'strong' },
  });
});

test('a part number that is another one in its second place leaves the program to name the file, and gives no number', () => {
  expect(pointsOf({})).toEqual([90, 60]);
  expect(pointsOf({ secondPartNumber: '03L906023AB' })).toEqual([60]);
  expect(pcr21.describe(imageOf({ secondPartNumber: '03L906023AB' }))).toEqual({});
});

test('a program that is not three times the same, or is no SM2, is another control unit', () => {
  expect(pointsOf({})).not.toEqual([]);
  expect(pointsOf({ secondProgram: '111SM2G0Z8000000' })).toEqual([]);
  expect(pointsOf({ texts: [[0x180014, '111SN100K5400000'.repeat(3)]] })).toEqual([]);
});
