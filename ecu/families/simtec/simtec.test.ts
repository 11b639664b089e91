import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { simtec } from './simtec.family.ts';
import { simtec70Sample, simtecSample } from './simtec.sample.ts';

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

test("a data set of Simtec 70 gives Opel's number and the engine", () => {
  expect(simtec.describe(new Image(simtec70Sample()))).toEqual({
    model: { value: 'Simtec 70', at: 0xc039, strength: 'implied' },
    softwareId: { value: '071099', at: 0xc039, strength: 'strong' },
    partNumber: { value: '90569999', at: 0xc063, strength: 'strong' },
    engine: { value: 'X18XE1', at: 0xc05d, strength: 'strong' },
    processor: { value: 'C167', at: 0xc039, strength: 'implied' },
    vehicleManufacturer: { value: 'Opel', at: 0xc063, strength: 'implied' },
  });
});
