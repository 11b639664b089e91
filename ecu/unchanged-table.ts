import { allOrders } from './forms/orders.ts';
import type { Order } from './forms/orders.ts';
import type { Window } from './image.ts';

/** A piece of the table's surroundings that is searched for: two words of four bytes. */
const pieceBytes = 8;
/** Pieces with fewer different bytes are common in tables and say nothing about where one is; those of 3 are a last resort. */
const minValues = [4, 3];
/** How many pieces are taken from the surroundings of changed bytes, and how far away they may be. */
const piecesWanted = 16;
const maxPieceDistance = 0x400;
/** A place is looked at where so many pieces are found at one distance. */
const minFound = 2;
/** It is a further copy if hardly any byte around the changed ones differs. Rows of one table differ in more. */
const comparedAround = 0x100;
const maxDifferent = 8;
/** Changed bytes that lie nearer to each other share their surroundings. */
const maxGapBytes = 0x80;
const maxClusterBytes = 0x400;
const cellGap = 4;
/** A piece that is found more often is a pattern that the file repeats. */
const maxPlaces = 256;
/** Rows of one table resemble each other; no other table begins so near. */
const minPlaceDistance = 0x100;

/** The same file before and after a change. */
type Files = { before: Uint8Array; after: Uint8Array };

type Cluster = { cells: Window[]; at: number; end: number };

/** One piece in one byte order: `at` is its own offset, in the file as it was. */
type Piece = { first: number; second: number; at: number; cluster: Cluster; view: View };

/** One way in which a copy may store what is read at offset `phase` and behind it. */
type View = { order: Order['read']; groupBytes: number; phase: number };

/**
 * Searches a finished file for a further place that holds what stood around the changed bytes, in any byte order, and
 * that was left as it was. Returns its offset; null: there is none. It knows neither families nor forms, only which
 * bytes changed: what was read, and how, is what it checks.
 */
export function findUnchangedTable(before: Uint8Array, after: Uint8Array, cells: readonly Window[]): number | null {
  const pieces = groupCells(cells).flatMap((cluster) => listPieces(before, cluster));
  for (const { cluster, view, distance } of findPlaces(before, pieces)) {
    if (countDifferent(before, cluster, view, distance) > maxDifferent) continue;
    const left = cluster.cells.find((cell) => isLeft({ before, after }, cell, view, distance));
    if (left !== undefined) return left.at + distance;
  }
  return null;
}

function groupCells(cells: readonly Window[]): Cluster[] {
  const clusters: Cluster[] = [];
  for (const cell of cells) {
    const last = clusters.at(-1);
    if (last === undefined || cell.at - last.end >= maxGapBytes || cell.end - last.at >= maxClusterBytes) {
      clusters.push({ cells: [{ ...cell }], at: cell.at, end: cell.end });
      continue;
    }
    last.end = cell.end;
    const near = last.cells.at(-1);
    // Bytes that a change leaves as they were may lie inside a cell.
    if (near !== undefined && cell.at - near.end < cellGap) near.end = cell.end;
    else last.cells.push({ ...cell });
  }
  return clusters;
}

const views: readonly View[] = allOrders.flatMap(({ read, write, groupBytes }) =>
  // Copies may be stored either way round, and at any offset to each other.
  [...new Set([read, write])].flatMap((order) =>
    Array.from({ length: groupBytes }, (_, phase) => ({ order, groupBytes, phase })),
  ),
);

/** Takes pieces from the cluster outwards, and each of them in every view. */
function listPieces(bytes: Uint8Array, cluster: Cluster): Piece[] {
  const offsets = findTellingOffsets(bytes, cluster);
  return views.flatMap((view) =>
    offsets.flatMap((offset) => {
      const at = offset + ((view.phase - offset) & (view.groupBytes - 1));
      if (at + pieceBytes > bytes.length) return [];
      const piece = view.order(bytes.slice(at, at + pieceBytes));
      return [{ first: wordAt(piece, 0), second: wordAt(piece, 4), at, cluster, view }];
    }),
  );
}

function findTellingOffsets(bytes: Uint8Array, cluster: Cluster): number[] {
  const found = minValues.map((values) => listTellingOffsets(bytes, cluster, values));
  return found.find(({ length }) => length >= minFound) ?? [];
}

function listTellingOffsets(bytes: Uint8Array, { at, end }: Cluster, values: number): number[] {
  const middle = (at + end) >> 1;
  const found = new Map<string, number>();
  for (let step = 0; step * pieceBytes < maxPieceDistance + (end - at) / 2 && found.size < piecesWanted; step += 1) {
    for (const offset of step === 0 ? [middle] : [middle - step * pieceBytes, middle + step * pieceBytes]) {
      if (offset < 0 || offset + pieceBytes > bytes.length) continue;
      const piece = bytes.subarray(offset, offset + pieceBytes);
      // Patterns that repeat would take the place of pieces that are found only once.
      if (new Set(piece).size >= values && !found.has(piece.join())) found.set(piece.join(), offset);
    }
  }
  return [...found.values()];
}

const wordAt = (bytes: Uint8Array, at: number): number =>
  (bytes[at] as number) |
  ((bytes[at + 1] as number) << 8) |
  ((bytes[at + 2] as number) << 16) |
  ((bytes[at + 3] as number) << 24);

type Place = { cluster: Cluster; view: View; distance: number };

/** A piece, and at which distances it stands again. */
type Search = { piece: Piece; distances: number[] };

/** Lists where enough pieces of a cluster stand at one distance. One pass over the file looks for all of them. */
function findPlaces(bytes: Uint8Array, pieces: readonly Piece[]): Place[] {
  const searches = pieces.map((piece): Search => ({ piece, distances: [] }));
  const byWord = new Map<number, Map<number, Search[]>>();
  for (const [word, list] of Map.groupBy(searches, ({ piece }) => piece.first)) {
    byWord.set(
      word,
      Map.groupBy(list, ({ piece }) => piece.second),
    );
  }
  const filter = new Uint8Array(0x10000);
  for (const word of byWord.keys()) filter[hashOf(word)] = 1;
  let word = bytes.length < pieceBytes ? 0 : wordAt(bytes, 0) << 8;
  for (let at = 0; at + pieceBytes <= bytes.length; at += 1) {
    word = (word >>> 8) | ((bytes[at + 3] as number) << 24);
    if (filter[hashOf(word)] === 0) continue;
    const bySecond = byWord.get(word);
    const second = wordAt(bytes, at + 4);
    const searched = bySecond?.get(second) ?? [];
    for (const { piece, distances } of searched) {
      if (Math.abs(at - piece.at) >= minPlaceDistance) distances.push(at - piece.at);
    }
    // Otherwise a file that repeats itself has a place for each of its bytes.
    if (searched.some(isPattern))
      bySecond?.set(
        second,
        searched.filter((search) => !isPattern(search)),
      );
  }
  return countPlaces(searches.filter((search) => !isPattern(search)));
}

const isPattern = ({ distances }: Search): boolean => distances.length > maxPlaces;

const hashOf = (word: number): number => (word ^ (word >>> 16)) & 0xffff;

function countPlaces(searches: readonly Search[]): Place[] {
  const places = new Map<Cluster, Map<string, Place & { count: number }>>();
  for (const {
    piece: { cluster, view },
    distances,
  } of searches) {
    const found = places.get(cluster) ?? new Map<string, Place & { count: number }>();
    places.set(cluster, found);
    for (const distance of distances) {
      const key = `${views.indexOf(view)} ${distance}`;
      const place = found.get(key) ?? { cluster, view, distance, count: 0 };
      place.count += 1;
      found.set(key, place);
    }
  }
  return [...places.values()].flatMap((found) => [...found.values()]).filter(({ count }) => count >= minFound);
}

/** Counts the bytes around a cluster that are others at a distance. */
function countDifferent(bytes: Uint8Array, { at, end }: Cluster, view: View, distance: number): number {
  const first = Math.max(0, at - comparedAround, -distance);
  const last = Math.min(bytes.length, end + comparedAround, bytes.length - distance);
  const from = first + ((view.phase - first) & (view.groupBytes - 1));
  const expected = view.order(bytes.slice(from, last - ((last - from) & (view.groupBytes - 1))));
  let different = 0;
  expected.forEach((byte, index) => {
    if (byte !== bytes[from + distance + index]) different += 1;
  });
  return different;
}

/**
 * Whether the place of a cell was left out: it did not change, and is not what a change makes of it. Where other bytes
 * around it changed, it has been read as a copy of the table, in which some rows may differ; only old bytes may not.
 */
function isLeft({ before, after }: Files, cell: Window, view: View, distance: number): boolean {
  const at = cell.at - ((cell.at - view.phase) & (view.groupBytes - 1));
  const end = cell.end + ((view.phase - cell.end) & (view.groupBytes - 1));
  const place = { at: at + distance, end: end + distance };
  if (place.at < 0 || place.end > after.length || end > before.length) return false;
  const now = after.subarray(place.at, place.end);
  const isSame = (bytes: Uint8Array) => bytes.every((byte, index) => byte === now[index]);
  if (!isSame(before.subarray(place.at, place.end)) || isSame(view.order(after.slice(at, end)))) return false;
  return isSame(view.order(before.slice(at, end))) || !isChangedAround({ before, after }, place);
}

function isChangedAround({ before, after }: Files, { at, end }: Window): boolean {
  for (let near = Math.max(0, at - comparedAround); near < Math.min(end + comparedAround, after.length); near += 1) {
    if (before[near] !== after[near]) return true;
  }
  return false;
}
