import { expect, test } from 'vitest';
import { randomBytes } from './testing/sample-image.ts';
import { findUnchangedTable } from './unchanged-table.ts';

/** Changes the byte at each place, and searches for one that was left as it was. */
function search(before: Uint8Array, places: readonly number[]): number | null {
  const after = new Uint8Array(before);
  for (const at of places) after[at] = (before[at] as number) ^ 1;
  return findUnchangedTable(
    before,
    after,
    places.map((at) => ({ at, end: at + 1 })),
  );
}

test(
  'in a file that repeats a few bytes, a table that was left is found, and the pattern costs little',
  { timeout: 30_000 },
  () => {
    const bytes = Uint8Array.from({ length: 0x800000 }, (_, at) => (at % 9) * 3);
    const inPattern = Array.from({ length: 10 }, (_, index) => 0x1000 * (index + 1));
    bytes.set(randomBytes(0x2000, 1), 0x10000);
    expect(search(bytes, [...inPattern, 0x11000])).toBeNull();
    bytes.copyWithin(0x700000, 0x10000, 0x12000);
    expect(search(bytes, [...inPattern, 0x11000])).toBe(0x701000);
  },
);
