import type { Image } from '../image.ts';
import { sentence } from '../sentence.ts';
import type { Sentence } from '../sentence.ts';
import type { Conversion, RecordLayout, StoredType } from './a2l-objects.ts';
import type { A2lBlock } from './a2l-tokens.ts';
import { wordsAfter } from './a2l-tokens.ts';
import { readStored } from './cells.ts';
import type { CellType, Cells, MapAxis, MapDefinition } from './definition.ts';
import { MAX_CELLS } from './definition.ts';
import { parseDecimal, parseInteger } from './numbers.ts';

/** A CHARACTERISTIC or an AXIS_PTS. `words`: what stands behind its fixed fields. */
export type A2lObject = {
  name: string;
  kind: string;
  address: number;
  layout: string;
  conversion: string;
  words: readonly string[];
  axes: readonly A2lBlock[];
  maxPoints: number;
};

export type Alignment = { 1: number; 2: number; 4: number; 8: number; float: number };

export type A2lFile = {
  layouts: ReadonlyMap<string, RecordLayout>;
  conversions: ReadonlyMap<string, Conversion>;
  axes: ReadonlyMap<string, A2lObject>;
  alignment: Alignment;
  isLittleEndian: boolean;
};

type Counts = { x: number; y: number };
/** Where the parts of one record are. */
type Placed = {
  counts: Counts;
  axisAt: { x?: StoredAt; y?: StoredAt };
  values: (StoredAt & { isByColumn: boolean }) | null;
};
type StoredAt = { at: number; type: StoredType; isFalling?: boolean };

const notDescribed = sentence('map_not_described');
const KINDS = new Set(['VALUE', 'VAL_BLK', 'CURVE', 'MAP', 'ASCII']);

/** Finds where a map lies in the image; `base` is the address at which the image begins. */
export function placeObject(object: A2lObject, file: A2lFile, image: Image, base: number): MapDefinition | Sentence {
  const layout = file.layouts.get(object.layout);
  if (!KINDS.has(object.kind) || layout == null) return notDescribed;
  const [x, y] = object.axes.map((axis) => readAxisDescription(axis, file, image, base));
  if (x === null || y === null) return notDescribed;
  const counts = { x: x?.count ?? countValues(object.words), y: y?.count ?? 1 };
  const record = placeRecord(object.address - base, layout, file, image, counts);
  if (record === null || record.values === null) return notDescribed;
  const { x: columns, y: rows } = record.counts;
  if (columns < 1 || rows < 1 || columns * rows > MAX_CELLS) return notDescribed;
  const isLittleEndian = readOrder(object.words, file);
  const { at, type, isByColumn } = record.values;
  const conversion = file.conversions.get(object.conversion);
  const steps = isByColumn
    ? { columnStep: type.bytes * rows, rowStep: type.bytes }
    : { columnStep: type.bytes, rowStep: type.bytes * columns };
  const cells: Cells = {
    at,
    type: { ...type, isLittleEndian, ...readMask(object.words) },
    ...steps,
    formula: conversion?.formula ?? null,
    unit: conversion?.unit ?? '',
  };
  const axis = (letter: 'x' | 'y', described: Described | undefined) =>
    described && describeAxis(described, record.axisAt[letter], record.counts[letter], isLittleEndian);
  return { name: object.name, category: '', columns, rows, cells, x: axis('x', x) ?? null, y: axis('y', y) ?? null };
}

function countValues(words: readonly string[]): number {
  const [number] = wordsAfter(words, 'NUMBER', 1) ?? [];
  if (number !== undefined) return parseInteger(number) ?? 1;
  const sizes = (wordsAfter(words, 'MATRIX_DIM', 3) ?? []).map((word) => parseInteger(word) ?? 1);
  return sizes.reduce((product, size) => product * Math.max(1, size), 1);
}

function readOrder(words: readonly string[], { isLittleEndian }: A2lFile): boolean {
  const [order] = wordsAfter(words, 'BYTE_ORDER', 1) ?? [];
  return order === 'MSB_FIRST' ? false : order === 'MSB_LAST' ? true : isLittleEndian;
}

function readMask(words: readonly string[]): { mask?: number } {
  const mask = parseInteger(wordsAfter(words, 'BIT_MASK', 1)?.[0]);
  return mask !== null && mask > 0 && mask < 2 ** 31 ? { mask } : {};
}

/** Walks over a record. Counts that it stores replace those given; null: they are outside what the file allows. */
function placeRecord(
  start: number,
  layout: NonNullable<RecordLayout>,
  file: A2lFile,
  image: Image,
  given: Counts,
): Placed | null {
  const placed: Placed = { counts: { ...given, ...layout.fixed }, axisAt: {}, values: null };
  let at = start;
  for (const part of layout.parts) {
    const bytes = part.kind === 'other' ? part.bytes : part.type.bytes;
    const size =
      part.kind !== 'other' && part.type.kind === 'float' && bytes === 4
        ? file.alignment.float
        : file.alignment[bytes as 1];
    at = Math.ceil(at / size) * size;
    if (part.kind === 'other') at += bytes;
    else if (part.kind === 'count') {
      const stored = readStored(image, at, withOrder(part.type, file));
      if (stored === null || stored < 1 || stored > given[part.letter]) return null;
      placed.counts[part.letter] = stored;
      at += bytes;
    } else if (part.kind === 'axis') {
      placed.axisAt[part.letter] = { at, type: part.type, isFalling: part.isFalling };
      at += bytes * placed.counts[part.letter];
    } else {
      placed.values = { at, type: part.type, isByColumn: part.isByColumn };
      at += bytes * placed.counts.x * placed.counts.y;
    }
  }
  return placed;
}

const withOrder = (type: StoredType, { isLittleEndian }: A2lFile): CellType => ({ ...type, isLittleEndian });

type Described = { name: string; count: number; conversion: Conversion | undefined; values: MapAxis['values'] };

/** null: an axis of a kind that is not placed. `count` is the most that the axis can have, or what it has. */
function readAxisDescription({ words, blocks }: A2lBlock, file: A2lFile, image: Image, base: number): Described | null {
  const [kind = '', input = '', conversionName = '', points] = words;
  const conversion = file.conversions.get(conversionName);
  const described = { name: input === 'NO_INPUT_QUANTITY' ? '' : input, count: parseInteger(points) ?? 0, conversion };
  if (kind === 'STD_AXIS') return { ...described, values: null };
  if (kind === 'FIX_AXIS') return { ...described, ...readFixedAxis(words, blocks, conversion) };
  const other = file.axes.get(wordsAfter(words, 'AXIS_PTS_REF', 1)?.[0] ?? '');
  if (other === undefined) return kind === 'CURVE_AXIS' ? { ...described, values: null } : null;
  const layout = file.layouts.get(other.layout);
  const counts = { x: other.maxPoints, y: 1 };
  const record = layout == null ? null : placeRecord(other.address - base, layout, file, image, counts);
  if (record === null) return null;
  const own = { ...described, name: other.name, conversion: file.conversions.get(other.conversion) ?? conversion };
  // A number of points that is stored with the axis is that of every map which uses it.
  const count = Math.min(record.counts.x, described.count || record.counts.x);
  const at = record.axisAt.x;
  if (at === undefined) return { ...own, count, values: null };
  const isLittleEndian = readOrder(other.words, file);
  return { ...own, count, values: describeAxis({ ...own, count, values: null }, at, count, isLittleEndian).values };
}

/** Points that follow from an offset and a distance, or are listed. */
function readFixedAxis(words: readonly string[], blocks: readonly A2lBlock[], conversion: Conversion | undefined) {
  const list = blocks.find(({ name }) => name === 'FIX_AXIS_PAR_LIST')?.words.map(parseDecimal);
  const shifted = wordsAfter(words, 'FIX_AXIS_PAR', 3)?.map(parseInteger);
  const spaced = wordsAfter(words, 'FIX_AXIS_PAR_DIST', 3)?.map(parseInteger);
  const [offset, by, count] = shifted ?? spaced ?? [];
  const step = shifted ? 2 ** (by ?? 0) : (by ?? 1);
  const length = Math.min(count ?? 0, MAX_CELLS);
  const points = list ?? Array.from({ length }, (_, index) => (offset ?? 0) + index * step);
  const values = points.map((point) =>
    String((point === null ? null : conversion?.formula?.compute(point)) ?? point ?? ''),
  );
  return { count: values.length, values };
}

/** `stored` is where the record of the map itself holds the points. */
function describeAxis(
  { name, conversion, values }: Described,
  stored: StoredAt | undefined,
  count: number,
  isLittleEndian: boolean,
): MapAxis {
  const unit = conversion?.unit ?? '';
  if (stored === undefined) return { name, unit, values };
  const { at, type, isFalling } = stored;
  const step = isFalling === true ? -type.bytes : type.bytes;
  const first = isFalling === true ? at + (count - 1) * type.bytes : at;
  const formula = conversion?.formula ?? null;
  return {
    name,
    unit,
    values: { at: first, type: { ...type, isLittleEndian }, columnStep: step, rowStep: 0, formula, unit },
  };
}
