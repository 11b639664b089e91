import { sentence } from '../sentence.ts';
import type { CellType, Cells, Definition, LeftOut, MapAxis, MapDefinition } from './definition.ts';
import { MAX_CELLS } from './definition.ts';
import { asStored, parseFormula } from './formula.ts';
import { parseHex, parseInteger } from './numbers.ts';
import { inheritTables } from './rom-inheritance.ts';
import type { RomTable, Roms } from './rom-inheritance.ts';
import { findChild, listChildren, readText } from './xml.ts';
import type { XmlElement } from './xml.ts';

/**
 * Reads the definitions of RomRaider and ECUFlash: programs (`rom`) that take over what another program, named by its
 * `xmlid`, says about a table, and add addresses. A program without an address serves others only.
 * Facts: RomRaider's own reader, and definitions of both programs for the same images.
 *
 * @param roots the outermost element of every file; a definition and the one that it builds on may be two files
 */
export function readRomDefinitions(roots: readonly XmlElement[]): Definition[] {
  const elements = roots.flatMap((root) => (root.name === 'rom' ? [root] : listChildren(root, 'rom')));
  const roms: Roms = new Map(elements.map((rom) => [readText(findChild(rom, 'romid') ?? rom, 'xmlid'), rom]));
  const scalings = new Map(
    [...roots, ...elements]
      .flatMap((one) => [...listChildren(one, 'scaling'), ...listChildren(one, 'scalingbase')])
      .map((scaling) => [scaling.attributes.get('name') ?? '', scaling]),
  );
  return elements.map((rom) => readRom(rom, roms, scalings)).filter(({ mapCount }) => mapCount > 0);
}

const hasPlace = (attributes: ReadonlyMap<string, string>): boolean =>
  attributes.has('storageaddress') || attributes.has('address');

function readRom(rom: XmlElement, roms: Roms, scalings: ReadonlyMap<string, XmlElement>): Definition {
  const id = findChild(rom, 'romid');
  const isEcuFlash =
    listChildren(rom, 'include').length > 0 ||
    listChildren(rom, 'table').some(({ attributes }) => attributes.has('address'));
  const maps: MapDefinition[] = [];
  const leftOut: LeftOut[] = [];
  const endian = id && readText(id, 'memmodelendian');
  for (const table of inheritTables(rom, roms)) {
    if (!hasPlace(table.attributes)) continue;
    const found = readTable(table, scalings, endian || null);
    if (found !== null) maps.push(found);
    else leftOut.push({ name: table.attributes.get('name') ?? '', reason: sentence('map_not_described') });
  }
  const at = id && parseHex(readText(id, 'internalidaddress'));
  const text = id ? readText(id, 'internalidstring') : '';
  return {
    format: isEcuFlash ? 'ECUFlash XML' : 'RomRaider XML',
    name: (id && readText(id, 'xmlid')) || text,
    mark: at !== null && at !== undefined && isMark(text) ? { at, text } : null,
    mapCount: maps.length + leftOut.length,
    place: () => ({ maps, leftOut }),
  };
}

/** `force` is what RomRaider's definitions write where an image has no such text. */
const isMark = (text: string): boolean => text.length >= 4 && text !== 'force' && /^[\x20-\x7e]+$/.test(text);

function readTable(
  table: RomTable,
  scalings: ReadonlyMap<string, XmlElement>,
  endian: string | null,
): MapDefinition | null {
  const { attributes } = table;
  const kind = attributes.get('type')?.toLowerCase() ?? '';
  const axes = table.axes.map((axis) => ({ axis, which: axisOf(axis) }));
  const x = axes.find(({ which }) => which === 'x')?.axis;
  const y = axes.find(({ which }) => which === 'y')?.axis;
  const isTable = kind === '3d' || kind === '3';
  const along = x ?? y;
  const columns = isTable ? readSize(attributes, 'sizex', x) : 1;
  const rows = isTable
    ? readSize(attributes, 'sizey', y)
    : Math.max(readSize(attributes, 'sizey', along), readSize(attributes, 'sizex', along));
  const cells = readCells(table, scalings, endian);
  if (cells === null || columns * rows > MAX_CELLS || columns < 1 || rows < 1) return null;
  const isSwapped = attributes.get('swapxy')?.toLowerCase() === 'true';
  return {
    name: attributes.get('name') ?? '',
    category: attributes.get('category') ?? '',
    columns,
    rows,
    cells: isTable ? placeCells(cells, table, isSwapped ? rows : columns, isSwapped) : cells,
    x: isTable ? readAxis(x, scalings, endian) : null,
    y: rows > 1 ? readAxis(isTable ? y : along, scalings, endian) : null,
  };
}

/** In RomRaider a table is stored row by row unless it is swapped; `skipCells` are left out behind each. */
function placeCells(cells: Cells, { attributes }: RomTable, length: number, isSwapped: boolean): Cells {
  const skipped = parseInteger(attributes.get('skipcells')) ?? 0;
  const [step, next] = [cells.type.bytes, cells.type.bytes * (length + skipped)];
  return { ...cells, columnStep: isSwapped ? next : step, rowStep: isSwapped ? step : next };
}

const axisOf = ({ attributes }: RomTable): 'x' | 'y' | null => {
  const type = attributes.get('type')?.toLowerCase() ?? '';
  return type.includes('x axis') || type === '4' ? 'x' : type.includes('y axis') || type === '5' ? 'y' : null;
};

/** The table's own size comes first, as RomRaider takes it; ECUFlash states only that of the axis. */
function readSize(attributes: ReadonlyMap<string, string>, name: string, axis: RomTable | undefined): number {
  const [own, ofAxis] = [attributes, axis?.attributes ?? new Map<string, string>()];
  const sizes = [own.get(name), ofAxis.get('elements'), ofAxis.get(name), ofAxis.get('sizex'), ofAxis.get('sizey')];
  const stated = [...sizes, own.get('elements')].find((size) => size !== undefined);
  return parseInteger(stated) ?? 1;
}

function readCells(
  { attributes, scaling: own }: RomTable,
  scalings: ReadonlyMap<string, XmlElement>,
  endian: string | null,
): Cells | null {
  const at = parseHex(attributes.get('storageaddress') ?? attributes.get('address'));
  const shared = scalings.get(attributes.get('scaling') ?? own?.attributes.get('base') ?? '');
  const find = (name: string) => own?.attributes.get(name) ?? shared?.attributes.get(name);
  const storage = attributes.get('storagetype') ?? readBlobType(shared) ?? find('storagetype');
  const order = endian ?? attributes.get('endian') ?? find('endian') ?? (shared ? 'big' : 'little');
  const type = readType(storage ?? 'uint8', order, attributes.get('mask'));
  if (at === null || type === null) return null;
  const expression = find('expression') ?? find('toexpr');
  return {
    at,
    type,
    columnStep: type.bytes,
    rowStep: type.bytes,
    formula: expression === undefined ? asStored : parseFormula(expression, 'x'),
    unit: find('units') ?? '',
  };
}

/** ECUFlash's named blocks of bytes, such as the two of a switch, where they are as long as a number. */
function readBlobType(scaling: XmlElement | undefined): string | null {
  if (scaling?.attributes.get('storagetype') !== 'bloblist') return null;
  const digits = findChild(scaling, 'data')?.attributes.get('value')?.length ?? 0;
  return digits === 2 || digits === 4 || digits === 8 ? `uint${digits * 4}` : null;
}

const STORAGE = /^(u?int)(8|16|32|64)$|^(float|double)$|^([124])$/i;

/** null: an instruction that holds a number (`movi20`), or a block that is replaced as a whole. */
function readType(storage: string, order: string, maskText: string | undefined): CellType | null {
  const [, word, bits, real, digit] = STORAGE.exec(storage.trim()) ?? [];
  if (word === undefined && real === undefined && digit === undefined) return null;
  const wide = real?.toLowerCase() === 'double' ? 8 : 4;
  const bytes = real === undefined ? (digit === undefined ? Number(bits) / 8 : Number(digit)) : wide;
  const kind = real === undefined ? (word?.toLowerCase() === 'int' ? 'signed' : 'unsigned') : 'float';
  const isLittleEndian = /^(?:little|1)$/i.test(order.trim());
  const mask = parseHex(maskText);
  return {
    bytes: bytes as CellType['bytes'],
    kind,
    isLittleEndian,
    ...(mask !== null && mask > 0 && mask < 2 ** 31 ? { mask } : {}),
  };
}

/** An axis is stored, or its values are written in the definition (`Static Y Axis`). */
function readAxis(
  axis: RomTable | undefined,
  scalings: ReadonlyMap<string, XmlElement>,
  endian: string | null,
): MapAxis | null {
  if (axis === undefined) return null;
  const cells = hasPlace(axis.attributes) ? readCells(axis, scalings, endian) : null;
  const unit =
    axis.scaling?.attributes.get('units') ??
    scalings.get(axis.attributes.get('scaling') ?? '')?.attributes.get('units') ??
    '';
  return { name: axis.attributes.get('name') ?? '', unit, values: cells ?? (axis.data.length > 0 ? axis.data : null) };
}
