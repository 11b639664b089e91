import type { Image, Window } from '../image.ts';
import type { CellType, Cells, MapAxis, MapDefinition } from './definition.ts';

/** Offset of one value. */
export const cellAt = ({ at, columnStep, rowStep }: Cells, row: number, column: number): number =>
  at + row * rowStep + column * columnStep;

/** Reads a stored number; null: it lies outside the image. */
export function readStored(image: Image, at: number, type: CellType): number | null {
  if (!image.has(at, type.bytes)) return null;
  const { bytes } = image;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, type.bytes);
  const value = readNumber(view, type);
  return type.mask === undefined ? value : applyMask(value, type.mask);
}

function readNumber(view: DataView, { bytes, kind, isLittleEndian }: CellType): number {
  if (bytes === 1) return kind === 'signed' ? view.getInt8(0) : view.getUint8(0);
  if (bytes === 2) return kind === 'signed' ? view.getInt16(0, isLittleEndian) : view.getUint16(0, isLittleEndian);
  if (bytes === 4) {
    if (kind === 'float') return view.getFloat32(0, isLittleEndian);
    return kind === 'signed' ? view.getInt32(0, isLittleEndian) : view.getUint32(0, isLittleEndian);
  }
  if (kind === 'float') return view.getFloat64(0, isLittleEndian);
  const value = kind === 'signed' ? view.getBigInt64(0, isLittleEndian) : view.getBigUint64(0, isLittleEndian);
  return Number(value);
}

function applyMask(value: number, mask: number): number {
  const lowest = Math.log2(mask & -mask);
  return (value & mask) >>> lowest;
}

/** The bytes from the first to the last value; null: they do not all lie in the image. */
export function findExtent(cells: Cells, rows: number, columns: number, image: Image): Window | null {
  const corners = [0, rows - 1].flatMap((row) => [0, columns - 1].map((column) => cellAt(cells, row, column)));
  const at = Math.min(...corners);
  const end = Math.max(...corners) + cells.type.bytes;
  return image.has(at, end - at) ? { at, end } : null;
}

/** A stored number in its unit; the number itself where the conversion is not known. */
export const convert = ({ formula }: Cells, stored: number): number | null =>
  formula === null ? stored : formula.compute(stored);

/** Whether an axis has its values in the image. */
export const isStored = (values: MapAxis['values']): values is Cells => values !== null && 'columnStep' in values;

/** Returns the values along an axis as texts, one for each position; null: none are known. */
export function readAxis(image: Image, axis: MapAxis | null, count: number): string[] | null {
  const values = axis?.values ?? null;
  if (values === null) return null;
  if (isStored(values)) {
    return Array.from({ length: count }, (_, index) => {
      const stored = readStored(image, cellAt(values, 0, index), values.type);
      const value = stored === null ? null : convert(values, stored);
      return value === null ? '' : formatValue(value);
    });
  }
  return Array.from({ length: count }, (_, index) => values[index] ?? '');
}

/** Six digits are more than a conversion is exact to. */
export const formatValue = (value: number): string => String(Number(value.toPrecision(6)));

/** The axes of a map that are stored in the image, with how many values each has. */
export const listStoredAxes = (map: MapDefinition): { cells: Cells; count: number; which: 'x' | 'y' }[] =>
  (['x', 'y'] as const).flatMap((which) => {
    const values = map[which]?.values ?? null;
    const count = which === 'x' ? map.columns : map.rows;
    return isStored(values) ? [{ cells: values, count, which }] : [];
  });
