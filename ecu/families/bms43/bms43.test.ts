import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { implied, strong } from '../../testing/facts.ts';
import { bms43 } from './bms43.family.ts';
import { bms43Sample } from './bms43.sample.ts';

test('engine and hardware number are reported', () => {
  expect(bms43.describe(new Image(bms43Sample()))).toEqual({
    engine: strong('M43', 0x104),
    hardwareNumber: strong('0261204999', 0x4974),
    vehicleManufacturer: implied('BMW', 0x104),
  });
});

test('a hardware number alone is not enough for recognition', () => {
  const [evidence] = bms43.recognise(new Image(bms43Sample({ texts: [[0x4962, '6000240000102135100261204999']] })));
  expect(evidence?.points).toBeLessThan(50);
});

test('another sentence that begins with BMS is not recognised', () => {
  expect(bms43.recognise(new Image(bms43Sample()))).not.toEqual([]);
  expect(bms43.recognise(new Image(bms43Sample({ texts: [[0x100, 'BMS M43 by another maker']] })))).toEqual([]);
});
