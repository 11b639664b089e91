import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { inspect } from '../../inspect.ts';
import { implied, strong } from '../../testing/facts.ts';
import { nissanSh } from './nissan-sh.family.ts';
import type { NissanShOptions } from './nissan-sh.sample.ts';
import { nissanFrameAt, nissanShSample } from './nissan-sh.sample.ts';

const describe = (options: NissanShOptions = {}) => nissanSh.describe(new Image(nissanShSample(options)));
const recognise = (options: NissanShOptions = {}) => nissanSh.recognise(new Image(nissanShSample(options)));

test('the name of the calibration, the processor and the maker are reported', () => {
  expect(describe()).toEqual({
    vehicleManufacturer: implied('Nissan', nissanFrameAt),
    processor: implied('SH7058', 4),
    softwareNumber: strong('ZZ99D', 0x2401),
  });
  expect(describe({ ids: [[0x8204, '1ZZ99D000001ZZ99D00000']] }).softwareNumber?.value).toBe('ZZ99D');
  expect(describe({ ids: [[0x8fe5, '1ZZ991']] }).softwareNumber).toEqual(strong('ZZ991', 0x8fe6));
});

test('digits alone, a piece of a longer text, and two names that differ leave the name out', () => {
  expect(describe({ ids: [[0x8fe5, '111110']] }).softwareNumber).toBeUndefined();
  expect(describe({ ids: [[0x8fe5, '1ZZ991ABC']] }).softwareNumber).toBeUndefined();
  const two = [
    [0x8fe5, '1ZZ991'],
    [0x9fe5, '1ZZ992'],
  ] as const;
  expect(describe({ ids: two }).softwareNumber).toBeUndefined();
});

test.each<NissanShOptions>([
  { secondStack: 0xffff7ff8 },
  { secondStart: 0x108 },
  { frameEnd: 0x0012c001 },
  { sizeBytes: 0x40000 },
])('with %o it is not recognised', (options) => {
  expect(recognise()).toHaveLength(1);
  expect(recognise(options)).toEqual([]);
});

test('512 KB in a file of twice the size are recognised as what they are', () => {
  const once = nissanShSample({ sizeBytes: 0x80000 });
  const file = new Uint8Array(0x100000);
  file.set(once);
  file.set(once, 0x80000);
  expect(inspect(file)).toMatchObject({
    form: { name: 'doubled' },
    identification: { facts: { processor: { value: 'SH7055' } } },
  });
});

test('sum and xor are checked, and those that do not come out are not judged', () => {
  const states = (options: NissanShOptions) =>
    nissanSh.checksums?.(new Image(nissanShSample(options))).map(({ state, correct }) => [state, correct]);
  expect(states({})).toEqual([
    ['ok', null],
    ['ok', null],
  ]);
  expect(states({ changedWord: 0x40000 })).toEqual([
    ['unknown', null],
    ['unknown', null],
  ]);
});
