import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { implied, strong } from '../../testing/facts.ts';
import { dcm35 } from './dcm35.family.ts';
import type { Dcm35Options, FordOptions } from './dcm35.sample.ts';
import { dcm35FordSample, dcm35Sample } from './dcm35.sample.ts';

const describe = (options: Dcm35Options = {}) => dcm35.describe(new Image(dcm35Sample(options)));

test('the program is read from the start of the data', () => {
  expect(describe()).toEqual({
    model: implied('DCM3.5', 0x200020),
    softwareId: strong('T6C1ZZ99', 0x200020),
  });
  expect(describe({ sizeBytes: 0x2f0000, dataAt: 0x1f0000 }).softwareId?.at).toBe(0x1f0020);
});

test.each<Dcm35Options>([
  { text: 'SM05Z999_DELIV_1 Apr 11 10:42:37 2008' },
  { text: 'T6C1ZZ99_DELIV_3' },
  { firstByte: 0xff },
  { dataAt: 0x1f0000 },
  { sizeBytes: 0x280000 },
])('with %o the file is not recognised', (options) => {
  expect(dcm35.recognise(new Image(dcm35Sample()))).not.toEqual([]);
  expect(dcm35.recognise(new Image(dcm35Sample(options)))).toEqual([]);
});

test('a Ford DCM3.5 reports the name of its data, and its CRC is checked', () => {
  const image = new Image(dcm35FordSample());
  expect(dcm35.describe(image)).toEqual({
    model: implied('DCM3.5', 0x20008c),
    vehicleManufacturer: implied('Ford', 0x2a36ec),
    softwareId: strong('DS-ZZ61-12A650-ZG', 0x2a36ec),
  });
  expect(dcm35.checksums?.(image).map(({ name, state }) => [name, state])).toEqual([['CRC-32 at 0x20008C', 'ok']]);
  expect(dcm35.checksums?.(new Image(dcm35FordSample({ breaksRange: true })))).toEqual([]);
  expect(dcm35.recognise(new Image(dcm35FordSample({ breaksRange: true })))).toHaveLength(2);
});

test.each<FordOptions>([{ name: 'DS-ZZ61-14C204-ZG' }, { last: 0x2eefff }, { stray: true }])(
  'with %o it is not a Ford DCM3.5',
  (options) => {
    expect(dcm35.recognise(new Image(dcm35FordSample()))).not.toEqual([]);
    expect(dcm35.recognise(new Image(dcm35FordSample(options)))).toEqual([]);
  },
);
