import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { implied, strong } from '../../testing/facts.ts';
import { simtec } from './simtec.family.ts';
import { simtec70Sample, simtecSample } from './simtec.sample.ts';

test("the record gives Opel's and Siemens' numbers", () => {
  expect(simtec.describe(new Image(simtecSample()))).toEqual({
    partNumber: strong('90509999', 0x1002),
    hardwareNumber: strong('5WK90730', 0x1019),
    vehicleManufacturer: implied('Opel', 0x1002),
  });
});

test.each<[string, Parameters<typeof simtecSample>[0]]>([
  ["Siemens' number without the record before it is not recognised", { texts: [[0x1000, '5WK907302']] }],
  ['the record in a file of another size is not recognised', { sizeBytes: 0x40000 }],
])('%s', (_, options) => {
  expect(simtec.recognise(new Image(simtecSample(options)))).toEqual([]);
});

test("a Simtec 70 dataset gives Opel's number and the engine", () => {
  expect(simtec.describe(new Image(simtec70Sample()))).toEqual({
    model: implied('Simtec 70', 0xc039),
    softwareId: strong('071099', 0xc039),
    partNumber: strong('90569999', 0xc063),
    engine: strong('X18XE1', 0xc05d),
    processor: implied('C167', 0xc039),
    vehicleManufacturer: implied('Opel', 0xc063),
  });
});
