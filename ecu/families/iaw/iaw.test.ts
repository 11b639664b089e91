import { expect, test } from 'vitest';
import { Image } from '../../image.ts';
import { implied, strong } from '../../testing/facts.ts';
import { iaw } from './iaw.family.ts';
import { iawSample } from './iaw.sample.ts';

test('model, program and part number are read from the line of text', () => {
  expect(iaw.describe(new Image(iawSample()))).toEqual({
    model: implied('IAW 1AV', 0x3d71),
    softwareVersion: strong('2136', 0x3d7c),
    partNumber: strong('032906099P', 0x3d5d),
    vehicleManufacturer: implied('Volkswagen Group', 0x3d5d),
  });
});

test.each(['03C906099B   MARELLI 4HV       4115', '03C906099B   MARELLI 4HV       03C906099F 0896'])(
  'the line of %s is read in a file of 896 KB or 1 MB',
  (line) => {
    for (const sizeBytes of [0xe0000, 0x100000]) {
      const facts = iaw.describe(new Image(iawSample({ sizeBytes, texts: [[0x978a5, line]] })));
      expect(facts).toMatchObject({
        model: { value: 'IAW 4HV' },
        partNumber: { value: '03C906099B' },
        softwareVersion: { value: line.slice(-4) },
      });
    }
  },
);

test("the maker's name without a part number before it is not recognised", () => {
  expect(iaw.recognise(new Image(iawSample()))).not.toEqual([]);
  expect(iaw.recognise(new Image(iawSample({ texts: [[0x3d5d, 'Copyright  MARELLI 1AV        2136']] })))).toEqual([]);
});

test('the name of a 1AP is recognised only where the program ends', () => {
  const atEnd = iawSample({ texts: [[0x5f8b, `1ap${'\xFF'.repeat(16)}`]] });
  const inside = iawSample({ texts: [[0x5f8b, '1ap in a text of more than that']] });
  expect(iaw.describe(new Image(atEnd))).toEqual({ model: implied('IAW 1AP', 0x5f8b) });
  expect(iaw.recognise(new Image(inside))).toEqual([]);
});
