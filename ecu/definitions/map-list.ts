import type { Image } from '../image.ts';
import { isSentence, sentence } from '../sentence.ts';
import { findBase } from './address-base.ts';
import { isStored } from './cells.ts';
import type { CellType, Cells, Definition, LeftOut, MapAxis, MapDefinition } from './definition.ts';
import { MAX_CELLS, MAX_MAPS } from './definition.ts';
import { linearFormula } from './formula.ts';
import type { Formula } from './formula.ts';
import { parseDecimal, parseInteger } from './numbers.ts';

/** WinOLS's names for the order of the bytes of a value; `e` and the kind of number are left out. */
const ORDERS: Record<string, { bytes: CellType['bytes']; isLittleEndian: boolean; isFloat?: true }> = {
  ebyte: { bytes: 1, isLittleEndian: false },
  elohi: { bytes: 2, isLittleEndian: true },
  ehilo: { bytes: 2, isLittleEndian: false },
  elohilohi: { bytes: 4, isLittleEndian: true },
  ehilohilo: { bytes: 4, isLittleEndian: false },
  efloatlohi: { bytes: 4, isLittleEndian: true, isFloat: true },
  efloathilo: { bytes: 4, isLittleEndian: false, isFloat: true },
};

type Row = (column: string) => string | undefined;

/** Whether a text is a list of maps as WinOLS exports it: a first line with the names of its columns. */
export const isMapList = (text: string): boolean => {
  const [first = ''] = text.split('\n', 1);
  return first.includes('DataOrg') && /Fieldvalues\.StartAddr/.test(first);
};

/**
 * Reads a list of maps that WinOLS has exported as CSV. Offsets are those of the file (`Fieldvalues.StartAddr`); where only
 * the addresses of the processor are listed (`StartAddr.Cpu`), they are placed like those of an A2L.
 */
export function readMapList(text: string): Definition {
  const [names = [], ...lines] = parseLines(text);
  const columns = new Map(names.map((name, index) => [name.trim().toLowerCase(), index]));
  const isByAddress = !columns.has('fieldvalues.startaddr');
  const maps: MapDefinition[] = [];
  const leftOut: LeftOut[] = [];
  for (const line of lines.slice(0, MAX_MAPS)) {
    const row: Row = (name) => {
      const index = columns.get((isByAddress ? name.replace(/Addr$/, 'Addr.Cpu') : name).toLowerCase());
      return index === undefined ? undefined : line[index];
    };
    const found = readMap(row);
    if (found !== null) maps.push(found);
    else leftOut.push({ name: row('Name') ?? '', reason: sentence('map_not_described') });
  }
  return {
    format: 'WinOLS map list',
    name: '',
    mark: null,
    mapCount: maps.length + leftOut.length,
    place: (image) => (isByAddress ? placeMaps(maps, leftOut, image) : { maps, leftOut }),
  };
}

function placeMaps(maps: readonly MapDefinition[], leftOut: LeftOut[], image: Image) {
  const base = findBase(maps, image);
  if (isSentence(base)) return base;
  const move = (cells: Cells): Cells => ({ ...cells, at: cells.at - base.address });
  const moveAxis = (axis: MapAxis | null) =>
    axis !== null && isStored(axis.values) ? { ...axis, values: move(axis.values) } : axis;
  return {
    maps: maps.map((map) => ({ ...map, cells: move(map.cells), x: moveAxis(map.x), y: moveAxis(map.y) })),
    leftOut,
  };
}

function readMap(row: Row): MapDefinition | null {
  const [columns, rows] = [parseInteger(row('Columns')) ?? 1, parseInteger(row('Rows')) ?? 1];
  const type = readType(row('DataOrg'), row('bSigned'));
  const at = parseInteger(row('Fieldvalues.StartAddr'));
  const isValid = columns >= 1 && rows >= 1 && columns * rows <= MAX_CELLS;
  if (type === null || at === null || !isValid) return null;
  const columnStep = type.bytes + (parseInteger(row('SkipBytes')) ?? 0);
  return {
    name: row('Name') || row('IdName') || '',
    category: row('FolderName') ?? '',
    columns,
    rows,
    cells: {
      at,
      type,
      columnStep,
      rowStep: columns * columnStep + (parseInteger(row('LineSkipBytes')) ?? 0),
      formula: readConversion(row, 'Fieldvalues', row('bReciprocal')),
      unit: withoutDash(row('Fieldvalues.Unit')),
    },
    x: columns > 1 ? readAxis(row, 'AxisX', columns) : null,
    y: rows > 1 ? readAxis(row, 'AxisY', rows) : null,
  };
}

function readType(order: string | undefined, isSigned: string | undefined): CellType | null {
  const known = ORDERS[(order ?? '').trim().toLowerCase()];
  if (known === undefined) return null;
  const { isFloat, ...size } = known;
  return { ...size, kind: isFloat ? 'float' : isSigned?.trim() === '1' ? 'signed' : 'unsigned' };
}

/** `bReciprocal`: the factor is divided by the stored number. */
function readConversion(row: Row, prefix: string, reciprocal: string | undefined): Formula | null {
  const factor = parseDecimal(row(`${prefix}.Factor`)) ?? 1;
  const offset = parseDecimal(row(`${prefix}.Offset`)) ?? 0;
  if (reciprocal?.trim() !== '1') return linearFormula(factor, offset);
  return { text: `${factor}/x+${offset}`, compute: (raw) => (raw === 0 ? null : factor / raw + offset) };
}

/** The values of an axis stand in the image (`eRom`), or count from the offset in steps of the factor. */
function readAxis(row: Row, prefix: string, count: number): MapAxis | null {
  const at = parseInteger(row(`${prefix}.DataAddr`));
  const type = readType(row(`${prefix}.DataOrg`), row(`${prefix}.bSigned`));
  const formula = readConversion(row, prefix, row(`${prefix}.bReciprocal`));
  const unit = withoutDash(row(`${prefix}.Unit`));
  const isInImage = /^eRom/i.test(row(`${prefix}.DataSrc`) ?? '') && at !== null && at > 0 && type !== null;
  const name = withoutDash(row(`${prefix}.Name`));
  if (!isInImage) {
    const values = Array.from({ length: count }, (_, index) => String(formula?.compute(index) ?? index));
    return { name, unit, values };
  }
  const step = type.bytes + (parseInteger(row(`${prefix}.SkipBytes`)) ?? 0);
  const isBackwards = row(`${prefix}.bBackwards`)?.trim() === '1' && prefix === 'AxisX';
  const first = isBackwards ? at + (count - 1) * step : at;
  return { name, unit, values: { at: first, type, columnStep: isBackwards ? -step : step, rowStep: 0, formula, unit } };
}

const withoutDash = (text: string | undefined): string => (text?.trim() === '-' ? '' : (text?.trim() ?? ''));

/** Splits a CSV with semicolons; a field in quotation marks may hold semicolons, line ends and doubled marks. */
function parseLines(text: string): string[][] {
  const lines: string[][] = [];
  let fields: string[] = [];
  const FIELD = /(?:"((?:[^"]|"")*)"|([^;\r\n]*))(;|\r?\n|\r|$)/gy;
  for (;;) {
    const found = FIELD.exec(text);
    if (found === null) break;
    const [, quoted, plain = '', mark] = found;
    fields.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (mark !== ';') {
      if (fields.some((field) => field !== '')) lines.push(fields);
      fields = [];
    }
    if (mark === '' || lines.length > MAX_MAPS) break;
  }
  return lines;
}
