import * as z from 'zod/mini';
import type { Changes, Place } from './places.ts';

/** Cells of the map of a whole file. */
export const MAP_CELLS = 1024;

/** As many places as a person may want to read; the map shows the rest. */
export const LISTED_PLACES = 200;

/** A place is listed with at most this many of its bytes; longer ones are easier to read side by side. */
const BYTES_LISTED = 8;

/** What can be shown of a comparison without either of the two files. */
export const ChangesPicture = z.object({
  size_bytes: z.int(),
  bytes_changed: z.int(),
  /** How many regions differ; `places` has the first of them. */
  regions: z.int(),
  /** Which of the cells of the map have changed bytes. */
  cells: z.array(z.int()).check(z.maxLength(MAP_CELLS)),
  /** Where the table of codes is. */
  table: z.nullable(z.object({ at: z.int(), end: z.int() })),
  places: z
    .array(
      z.object({
        at: z.int(),
        end: z.int(),
        kind: z.enum(['trouble codes', 'checksum', 'other']),
        names: z.array(z.string()),
        before: z.string(),
        after: z.string(),
      }),
    )
    .check(z.maxLength(LISTED_PLACES)),
});
export type ChangesPicture = z.output<typeof ChangesPicture>;

export const cellAt = (sizeBytes: number, at: number): number =>
  Math.min(MAP_CELLS - 1, Math.floor((at / Math.max(1, sizeBytes)) * MAP_CELLS));

/** Lists the cells of the map in which bytes changed. */
export function listCells({ before, places }: Pick<Changes, 'before' | 'places'>): number[] {
  const cells = new Set<number>();
  for (const { at, end } of places) {
    const last = cellAt(before.length, end - 1);
    for (let cell = cellAt(before.length, at); cell <= last; cell += 1) cells.add(cell);
  }
  return [...cells];
}

/** "7F", or two dots if one of the two files has no such byte. */
export const byteText = (byte: number | undefined): string =>
  byte === undefined ? '··' : byte.toString(16).toUpperCase().padStart(2, '0');

/** The bytes of a place as a list shows them. */
export const placeText = (bytes: Uint8Array, { at, end }: Pick<Place, 'at' | 'end'>): string =>
  Array.from(bytes.subarray(at, Math.min(end, at + BYTES_LISTED)), byteText).join(' ') +
  (end - at > BYTES_LISTED ? ' …' : '');
