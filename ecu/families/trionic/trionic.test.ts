import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { implied, strong } from '../../testing/facts.ts';
import { trionic } from './trionic.family.ts';
import { trionic5Sample, trionic8Sample, trionicSample } from './trionic.sample.ts';

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
])('with %s it is not recognised', (_name, knobs) => {
  expect(trionic.recognise(new Image(trionicSample()))).not.toEqual([]);
  expect(trionic.recognise(new Image(trionicSample(knobs)))).toEqual([]);
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
