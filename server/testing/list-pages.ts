import { expect } from 'vitest';
import type { Page } from '../../contract/pages.ts';

export type Order = 'asc' | 'desc';

/** Lists every order that a list supports, for `test.each`. */
export const inBothOrders = <Sort extends string>(sorts: readonly Sort[]): { sort: Sort; order: Order }[] =>
  sorts.flatMap((sort) => (['asc', 'desc'] as const).map((order) => ({ sort, order })));

/** Reads the rows of all pages, each page starting where the previous one ends. */
export async function readAllPages<Row>(ask: (place: { cursor?: string }) => Promise<Page<Row>>): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null | undefined;
  do {
    const page = await ask(cursor ? { cursor } : {});
    rows.push(...page.rows);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return rows;
}

/** Expects each row to come after the previous one: by its value, and by its id where both values are equal. */
export function expectOrdered<Row extends { id: number }>(
  rows: readonly Row[],
  order: Order,
  valueOf: (row: Row) => string | number,
): void {
  expect(rows.length).toBeGreaterThan(1);
  const value = (row: Row) => {
    const found = valueOf(row);
    return typeof found === 'string' ? found.toLowerCase() : found;
  };
  const sign = order === 'asc' ? 1 : -1;
  for (const [at, row] of rows.slice(1).entries()) {
    const before = rows[at] as Row;
    const [one, other] = [value(before), value(row)];
    expect(one === other ? sign * (row.id - before.id) : sign * (one < other ? 1 : -1)).toBeGreaterThan(0);
  }
}
