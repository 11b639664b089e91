import { expect, test } from 'vitest';
import { swapPairs } from '../../forms/orders.ts';
import { Image } from '../../image.ts';
import { inspect } from '../../inspect.ts';
import { implied, strong } from '../../testing/facts.ts';
import { gs20 } from './gs20.family.ts';
import { gs20Sample } from './gs20.sample.ts';

test('the name of the program is reported', () => {
  expect(gs20.describe(new Image(gs20Sample()))).toEqual({
    softwareId: strong('ZZZZ0999', 0x176),
    vehicleManufacturer: implied('BMW', 0x176),
    model: implied('GS20', 0x176),
  });
});

test('a file as tools read it, with swapped pairs, is recognised', () => {
  const { identification, form } = inspect(swapPairs(gs20Sample()));
  expect(form.name).toMatch(/swapped/);
  expect(identification).toMatchObject({ outcome: 'recognised', family: { familyId: 'gs20' } });
});

test.each([{ firstWord: 0xffff0000 }, { name: 'ZZZ 0999' }])('with %o it is not recognised', (options) => {
  expect(gs20.recognise(new Image(gs20Sample()))).toHaveLength(1);
  expect(gs20.recognise(new Image(gs20Sample(options)))).toEqual([]);
});
