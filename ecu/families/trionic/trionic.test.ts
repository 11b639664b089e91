import { expect, test } from 'vitest';
import { correctChecksums } from '../../correct-checksums.ts';
import { Image } from '../../image.ts';
import { implied, strong } from '../../testing/facts.ts';
import { trionic } from './trionic.family.ts';
import type { TrionicOptions } from './trionic.sample.ts';
import { programSumAt, trionic5Sample, trionic8EndAt, trionic8Sample, trionicSample } from './trionic.sample.ts';

test('the facts of a Trionic 7 are read from the list at its end, which is spelled backwards', () => {
  expect(trionic.describe(new Image(trionicSample()))).toEqual({
    model: implied('Trionic 7', 0),
    vehicleManufacturer: implied('Saab', 0),
    hardwareNumber: strong('5389999', 0x7fff7, { spelled: 'backwards' }),
    softwareNumber: strong('5388888', 0x7ffec, { spelled: 'backwards' }),
    softwareId: strong('EB99SABC.99Z', 0x7ffde, { spelled: 'backwards' }),
    engine: strong('9-5 B999R LEV US', 0x7ffcc, { spelled: 'backwards' }),
  });
});

test('a Trionic 5 list followed by its sum is read', () => {
  expect(trionic.describe(new Image(trionic5Sample()))).toMatchObject({
    model: { value: 'Trionic 5' },
    partNumber: { value: '4399999' },
    softwareNumber: { value: '4398888' },
    softwareId: { value: 'A59OW9QL.99K' },
    engine: { value: 'B999I 9000 M2' },
  });
});

test('a Trionic 8 is recognised only if both copies of its file system have the same number', () => {
  expect(trionic.describe(new Image(trionic8Sample()))).toMatchObject({
    model: { value: 'Trionic 8' },
    softwareNumber: { value: '55399999', at: 0x40ce },
  });
  expect(trionic.recognise(new Image(trionic8Sample('55399998')))).toEqual([]);
});

test.each([
  ['another first vector', { stack: 0x00100c00 }],
  ['another size', { sizeBytes: 0x90000 }],
  [
    'records of other types',
    {
      records: [
        [0x91, '5389999'],
        [0x95, 'EB99SABC.99Z'],
      ] as const,
    },
  ],
  ['something behind the list', { endField: 1 }],
])('with %s it is not recognised', (_name, options) => {
  expect(trionic.recognise(new Image(trionicSample()))).not.toEqual([]);
  expect(trionic.recognise(new Image(trionicSample(options)))).toEqual([]);
});

test('a value that is not a number is not reported', () => {
  const records = [
    [0x91, '53899'],
    [0x94, 'NO NUMBER'],
    [0x95, 'EB99SABC.99Z'],
    [0x97, '\x01\x02'],
  ] as const;
  const facts = trionic.describe(new Image(trionicSample({ records })));
  expect(Object.keys(facts).toSorted()).toEqual(['model', 'softwareId', 'vehicleManufacturer']);
});

const sumsOf = (bytes: Uint8Array) =>
  (trionic.checksums?.(new Image(bytes)) ?? []).map(({ name, state }) => `${name}: ${state}`);

test.each([
  ['5', trionic5Sample, ['Sum of the program: ok']],
  ['7', trionicSample, ['Program sum: ok', 'Sum FB: ok', 'Sum F2: ok']],
  ['8 with a sum of bytes', trionic8Sample, ['Hash of the program: ok', 'Sum of the program: ok']],
  [
    '8 with a sum of words',
    () => trionic8Sample('55399999', 'words'),
    ['Hash of the program: ok', 'Sum of the program: ok'],
  ],
])('all sums of a Trionic %s match, notice one changed byte, and are corrected', (_name, build, all) => {
  const bytes = build();
  expect(sumsOf(bytes)).toEqual(all);
  // A byte that every sum covers: of a Trionic 7, it is in the first area of the program sum.
  bytes[0x21001] = (bytes[0x21001] ?? 0) ^ 0x40;
  expect(sumsOf(bytes)).toEqual(all.map((one) => one.replace('ok', 'wrong')));
  const changes = correctChecksums(bytes, trionic, trionic.checksums?.(new Image(bytes)) ?? []);
  expect(changes).toHaveLength(all.length);
  expect(sumsOf(bytes)).toEqual(all);
});

test('the program sum is corrected before the sums that cover its value', () => {
  const original = trionicSample();
  const bytes = original.slice();
  bytes[programSumAt] = (bytes[programSumAt] ?? 0) ^ 0x40;
  expect(sumsOf(bytes)).toEqual(['Program sum: wrong', 'Sum FB: wrong', 'Sum F2: wrong']);
  const changes = correctChecksums(bytes, trionic, trionic.checksums?.(new Image(bytes)) ?? []) ?? [];
  expect(changes.map(({ at }) => at)).toEqual([programSumAt]);
  expect(bytes.every((byte, at) => byte === original[at])).toBe(true);
});

test.each<TrionicOptions>([{ areas: 0 }, { areas: 15 }, { hasSecondRoutine: true }])(
  'a Trionic 7 whose program sum cannot be placed has no sums that could be repaired, with %o',
  (options) => expect(sumsOf(trionicSample(options))).toEqual([]),
);

test('lengths and addresses that lead out of the memory leave no sum to judge', () => {
  expect(sumsOf(trionic5Sample('080000'))).toEqual([]);
  expect(sumsOf(trionic5Sample('no hex'))).toEqual([]);
  const large = trionic8Sample();
  new DataView(large.buffer).setUint32(0x20140, 0xfffff0);
  expect(sumsOf(large)).toEqual([]);
  const moved = trionic8Sample();
  moved.copyWithin(trionic8EndAt + 160, trionic8EndAt + 132, trionic8EndAt + 144);
  moved.fill(0, trionic8EndAt + 132, trionic8EndAt + 144);
  expect(sumsOf(moved)).toEqual([]);
});
