import { type ChangesPicture, LISTED_PLACES, listCells, placeText } from './picture.ts';
import { findChanges } from './places.ts';

/** Compares two files, and keeps what a picture shows. */
export function drawChanges(original: Uint8Array, modified: Uint8Array, codes: readonly string[]): ChangesPicture {
  const changes = findChanges(original, modified, codes);
  const { before, after, places, bytesChanged, table } = changes;
  return {
    size_bytes: before.length,
    bytes_changed: bytesChanged,
    regions: places.length,
    cells: listCells(changes),
    table,
    places: places
      .slice(0, LISTED_PLACES)
      .map((place) => ({ ...place, before: placeText(before, place), after: placeText(after, place) })),
  };
}
