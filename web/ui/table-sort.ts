import { compareTexts } from '../languages/numbers.ts';
import type { Column, Sort, SortValue } from './table-column.ts';

/** Sorts rows stably; rows without a value stay at the end in both directions. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | null,
): readonly Row[] {
  const sortValue = columns.find((column) => column.key === sort?.key)?.sortValue;
  if (!sort || !sortValue) return rows;
  const sign = sort.direction === 'ascending' ? 1 : -1;
  // Values are read once per row instead of once per comparison.
  const entries = rows.map((row) => ({ row, value: toComparable(sortValue(row)) }));
  entries.sort((a, b) => {
    if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
    return sign * compare(a.value, b.value);
  });
  return entries.map((entry) => entry.row);
}

export function computeNextSort(sort: Sort | null, key: string): Sort {
  const isTurned = sort?.key === key && sort.direction === 'ascending';
  return { key, direction: isTurned ? 'descending' : 'ascending' };
}

/** Converts a value for comparison; rows with equal values keep the order of the list. */
function toComparable(value: SortValue): string | number | null {
  if (value === null || value === undefined || value === '') return null;
  if (value instanceof Date) return value.getTime();
  return typeof value === 'string' ? value.toLowerCase() : value;
}

const plain = /^[\x20-\x7E]*$/;

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const left = String(a);
  const right = String(b);
  // The collator is correct for every alphabet but ten times slower, and most values are plain ASCII.
  if (!plain.test(left) || !plain.test(right)) return compareTexts(left, right);
  return left < right ? -1 : Number(left > right);
}
