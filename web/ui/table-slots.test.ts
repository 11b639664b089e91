import { expect, test } from 'vitest';
import { assignSlots } from './table-slots.ts';

const assign = (slots: Map<string | number, number>, keys: number[], focused: number | null = null) => {
  assignSlots(slots, keys, focused);
  return keys.map((key) => slots.get(key));
};

test('new rows take the elements of removed rows, and remaining rows keep theirs', () => {
  const slots = new Map();
  expect(assign(slots, [1, 2, 3])).toEqual([0, 1, 2]);
  expect(assign(slots, [2, 3, 4])).toEqual([1, 2, 0]);
  expect(assign(slots, [9, 2, 8])).toEqual([2, 1, 0]);
  expect(assign(slots, [9, 2, 8])).toEqual([2, 1, 0]);
});

test('additional rows get new elements, and no two rows share one', () => {
  const slots = new Map();
  assign(slots, [1, 2]);
  expect(assign(slots, [5, 1, 6, 7])).toEqual([1, 0, 2, 3]);
});

test('the elements of a removed row that has the focus are not reused by another row', () => {
  const slots = new Map();
  assign(slots, [1, 2, 3]);
  expect(assign(slots, [4, 5, 6], 1)).toEqual([0, 2, 3]);
});
