import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { simtec } from './simtec.family.ts';
import { simtecSample } from './simtec.sample.ts';

test("the record gives Opel's and Siemens' numbers", () => {
  expect(simtec.describe(new Image(simtecSample()))).toEqual({
    partNumber: { value: '90509999', at: 0x1002, strength: 'strong' },
    hardwareNumber: { value: '5WK90730', at: 0x1019, strength: 'strong' },
    vehicleManufacturer: { value: 'Opel', at: 0x1002, strength: 'implied' },
  });
});

test("Siemens' number without the record before it is of another control unit", () => {
  expect(simtec.recognise(new Image(simtecSample()))).not.toEqual([]);
  expect(simtec.recognise(new Image(simtecSample({ texts: [[0x1000, '5WK907302']] })))).toEqual([]);
});

test('the record in a file of another size is not recognised', () => {
  expect(simtec.recognise(new Image(simtecSample()))).not.toEqual([]);
  expect(simtec.recognise(new Image(simtecSample({ sizeBytes: 0x40000 })))).toEqual([]);
});
