import { Image } from '../image.ts';
import { isSentence, sentence } from '../sentence.ts';
import type { Sentence } from '../sentence.ts';
import { PROVED_SHARE, REFUSED_SHARE, judgeFit } from './address-base.ts';
import { cellAt, convert, findExtent, listStoredAxes, readAxis, readStored } from './cells.ts';
import type { Cells, Definition, LeftOut, MapDefinition } from './definition.ts';

/** One value that differs. Values are in the unit of the map; null: its conversion has no value for the stored number. */
export type ChangedCell = {
  row: number;
  column: number;
  /** Offset of the value in the file. */
  at: number;
  /** What stands at its column and its row on the axes, as a text; null: the axis has no known values. */
  x: string | null;
  y: string | null;
  before: number | null;
  after: number | null;
  storedBefore: number;
  storedAfter: number;
};

/** A map in which values differ, or one of its axes: `part` says which. */
export type ChangedMap = {
  name: string;
  category: string;
  part: 'values' | 'x axis' | 'y axis';
  at: number;
  columns: number;
  rows: number;
  unit: string;
  /** Whether `before` and `after` are in that unit; otherwise they are the stored numbers. */
  isConverted: boolean;
  xUnit: string;
  yUnit: string;
  cells: ChangedCell[];
};

export type MapComparison = {
  format: Definition['format'];
  definition: string;
  /** How many maps were compared. */
  mapsCompared: number;
  changed: ChangedMap[];
  /** Bytes that differ and lie in no map of the definition. */
  bytesUnnamed: number;
  /** Maps that do not lie in the file, or that the definition does not describe in a way that is known. */
  leftOut: LeftOut[];
  /** What shows that the definition is for this file: a text in it, or axes that rise. none: nothing shows it. */
  provedBy: 'text' | 'axes' | 'none';
};

/**
 * Names the maps in which two files differ, with each value before and after. Neither file is modified; both are taken
 * as they are, so that offsets are those of the definition.
 *
 * @returns a sentence where the definition is not one of the original file, or the files have different sizes
 */
export function compareMaps(
  definition: Definition,
  original: Uint8Array,
  modified: Uint8Array,
): MapComparison | Sentence {
  if (original.length !== modified.length) return sentence('files_of_two_sizes');
  const [before, after] = [new Image(original), new Image(modified)];
  const { mark } = definition;
  if (mark !== null && before.ascii(mark.at, mark.text.length) !== mark.text) return ofAnotherProgram(definition);
  const placed = definition.place(before);
  if (isSentence(placed)) return placed;
  const fit = judgeFit(placed.maps, before);
  if (mark === null && fit !== null && fit.rising < fit.axes * REFUSED_SHARE) return ofAnotherProgram(definition);
  const isProved = fit !== null && fit.rising >= fit.axes * PROVED_SHARE;
  const unnamed = markDifferences(original, modified);
  const leftOut = [...placed.leftOut];
  const changed: ChangedMap[] = [];
  let mapsCompared = 0;
  for (const map of placed.maps) {
    if (findExtent(map.cells, map.rows, map.columns, before) === null) {
      leftOut.push({ name: map.name, reason: sentence('map_outside_file') });
      continue;
    }
    mapsCompared += 1;
    for (const { part, bytes } of compareMap(map, before, after)) {
      if (part.cells.length > 0) changed.push(part);
      for (const { at } of part.cells) unnamed.fill(0, at, at + bytes);
    }
  }
  return {
    format: definition.format,
    definition: definition.name,
    mapsCompared,
    changed,
    bytesUnnamed: unnamed.reduce((sum, one) => sum + one, 0),
    leftOut,
    provedBy: mark !== null ? 'text' : isProved ? 'axes' : 'none',
  };
}

/**
 * The same by the one of several definitions that is for the original file, as a RomRaider file has one for every program:
 * one whose text is in the file, or else the first that is not refused.
 */
export function compareMapsByOne(
  definitions: readonly Definition[],
  original: Uint8Array,
  modified: Uint8Array,
): MapComparison | Sentence {
  const marked = definitions.filter(({ mark }) => mark !== null);
  const refusals: Sentence[] = [];
  for (const definition of [...marked, ...definitions.filter(({ mark }) => mark === null)]) {
    const comparison = compareMaps(definition, original, modified);
    if (!isSentence(comparison)) return comparison;
    refusals.push(comparison);
  }
  const [first] = refusals;
  if (first !== undefined && (refusals.length === 1 || first.code === 'ecu.files_of_two_sizes')) return first;
  const names = definitions.map(({ name }) => name);
  const listed = names.slice(0, MAX_NAMES).join(', ');
  return sentence('definition_of_another_program', { name: names.length > MAX_NAMES ? `${listed}, …` : listed });
}

const MAX_NAMES = 5;

const ofAnotherProgram = ({ name }: Definition): Sentence => sentence('definition_of_another_program', { name });

/** 1 for each byte that differs. */
function markDifferences(one: Uint8Array, other: Uint8Array): Uint8Array {
  const marks = new Uint8Array(one.length);
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) marks[at] = 1;
  return marks;
}

/** The values of a map, then those of its axes that are stored in the file; `bytes`: how long one value is. */
function compareMap(map: MapDefinition, before: Image, after: Image): { part: ChangedMap; bytes: number }[] {
  const axes = listStoredAxes(map).filter(({ cells, count }) => findExtent(cells, 1, count, before) !== null);
  return [
    comparePart(map, { part: 'values', cells: map.cells, rows: map.rows, columns: map.columns }, before, after),
    ...axes.map(({ cells, count, which }) =>
      comparePart(map, { part: `${which} axis`, cells, rows: 1, columns: count }, before, after),
    ),
  ];
}

type Part = Pick<ChangedMap, 'part' | 'rows' | 'columns'> & { cells: Cells };

function comparePart(map: MapDefinition, { part, cells, rows, columns }: Part, before: Image, after: Image) {
  const isValues = part === 'values';
  const changed = listChanged(cells, rows, columns, before, after);
  return {
    bytes: cells.type.bytes,
    part: {
      name: map.name,
      category: map.category,
      part,
      at: cells.at,
      columns,
      rows,
      unit: cells.unit,
      isConverted: cells.formula !== null,
      xUnit: isValues ? (map.x?.unit ?? '') : '',
      yUnit: isValues ? (map.y?.unit ?? '') : '',
      cells: isValues ? nameCells(changed, map, before) : changed,
    },
  };
}

function listChanged(cells: Cells, rows: number, columns: number, before: Image, after: Image): ChangedCell[] {
  const changed: ChangedCell[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const at = cellAt(cells, row, column);
      const [storedBefore, storedAfter] = [readStored(before, at, cells.type), readStored(after, at, cells.type)];
      if (storedBefore === null || storedAfter === null || Object.is(storedBefore, storedAfter)) continue;
      const [was, is] = [convert(cells, storedBefore), convert(cells, storedAfter)];
      changed.push({ row, column, at, x: null, y: null, before: was, after: is, storedBefore, storedAfter });
    }
  }
  return changed;
}

/** Adds what stands on the axes of the original file, which are read only where something changed. */
function nameCells(changed: ChangedCell[], map: MapDefinition, before: Image): ChangedCell[] {
  if (changed.length === 0) return changed;
  const [x, y] = [readAxis(before, map.x, map.columns), readAxis(before, map.y, map.rows)];
  return changed.map((cell) => ({ ...cell, x: x?.[cell.column] ?? null, y: y?.[cell.row] ?? null }));
}
