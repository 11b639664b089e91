import { sentence } from '../sentence.ts';
import type { CellType, Cells, Definition, LeftOut, MapAxis, MapDefinition } from './definition.ts';
import { MAX_CELLS } from './definition.ts';
import { parseFormula } from './formula.ts';
import type { Formula } from './formula.ts';
import { parseInteger } from './numbers.ts';
import { findChild, listChildren, readText } from './xml.ts';
import type { XmlElement } from './xml.ts';

/** What a file says once for all of its maps. */
type Header = {
  title: string;
  /** Added to every address. */
  baseOffset: number;
  defaults: ReadonlyMap<string, string>;
  categories: ReadonlyMap<number, string>;
};

const SIGNED = 0x1;
const LITTLE_ENDIAN = 0x2;
const COLUMN_BY_COLUMN = 0x4;
const FLOAT = 0x10000;

/**
 * Reads a TunerPro definition: tables, constants and flags. Checksums and patches of the file are not maps. Facts: files
 * of TunerPro 5 (versions 1.50 to 1.80) and descriptions of the format by those who read it.
 */
export function readXdf(root: XmlElement): Definition {
  const header = readHeader(findChild(root, 'xdfheader'));
  const tables = listChildren(root, 'xdftable');
  const linked = new Map(tables.map((table) => [parseInteger(table.attributes.get('uniqueid')), table]));
  const maps: MapDefinition[] = [];
  const leftOut: LeftOut[] = [];
  const add = (element: XmlElement, found: MapDefinition | null) => {
    if (found !== null) maps.push(found);
    else leftOut.push({ name: readText(element, 'title'), reason: sentence('map_not_described') });
  };
  for (const table of tables) if (hasAddress(table)) add(table, readTable(table, header, linked));
  for (const one of listChildren(root, 'xdfconstant')) add(one, readSingle(one, header, undefined));
  for (const one of listChildren(root, 'xdfflag')) {
    add(one, readSingle(one, header, parseInteger(readText(one, 'mask')) ?? undefined));
  }
  const mapCount = maps.length + leftOut.length;
  return { format: 'TunerPro XDF', name: header.title, mark: null, mapCount, place: () => ({ maps, leftOut }) };
}

/** Tables without an address are headings in the list of the program. */
const hasAddress = (table: XmlElement): boolean =>
  listChildren(table, 'xdfaxis').some(
    (axis) =>
      axis.attributes.get('id') === 'z' && findChild(axis, 'embeddeddata')?.attributes.has('mmedaddress') === true,
  );

function readHeader(header: XmlElement | undefined): Header {
  const base = header && findChild(header, 'baseoffset');
  const offset = parseInteger(base?.attributes.get('offset') ?? base?.text) ?? 0;
  const categories = (header ? listChildren(header, 'category') : []).map(({ attributes }): [number, string] => [
    parseInteger(attributes.get('index')) ?? -1,
    attributes.get('name') ?? '',
  ]);
  return {
    title: header ? readText(header, 'deftitle') : '',
    baseOffset: parseInteger(base?.attributes.get('subtract')) === 1 ? -offset : offset,
    defaults: (header && findChild(header, 'defaults')?.attributes) ?? new Map<string, string>(),
    categories: new Map(categories),
  };
}

/** The members of a category count from 1, the list of categories from 0. */
function readCategory(element: XmlElement, { categories }: Header): string {
  const number = parseInteger(findChild(element, 'categorymem')?.attributes.get('category'));
  return (number === null ? undefined : categories.get(number - 1)) ?? '';
}

function readTable(
  table: XmlElement,
  header: Header,
  linked: ReadonlyMap<number | null, XmlElement>,
): MapDefinition | null {
  const axes = new Map(listChildren(table, 'xdfaxis').map((axis) => [axis.attributes.get('id'), axis]));
  const z = axes.get('z');
  const embedded = z && findChild(z, 'embeddeddata');
  if (!z || !embedded) return null;
  const [x, y] = [axes.get('x'), axes.get('y')];
  const columns = readCount(embedded, 'mmedcolcount', x);
  const rows = readCount(embedded, 'mmedrowcount', y);
  const cells = readCells(z, embedded, header, columns, rows);
  if (cells === null || columns < 1 || rows < 1 || columns * rows > MAX_CELLS) return null;
  return {
    name: readText(table, 'title'),
    category: readCategory(table, header),
    columns,
    rows,
    cells,
    x: columns > 1 ? readAxis(x, header, linked) : null,
    y: rows > 1 ? readAxis(y, header, linked) : null,
  };
}

function readCount(embedded: XmlElement, attribute: string, axis: XmlElement | undefined): number {
  return (
    parseInteger(embedded.attributes.get(attribute)) ?? (axis ? (parseInteger(readText(axis, 'indexcount')) ?? 1) : 1)
  );
}

/** A constant, or the bits of a flag. */
function readSingle(element: XmlElement, header: Header, mask: number | undefined): MapDefinition | null {
  const embedded = findChild(element, 'embeddeddata');
  const cells = embedded && readCells(element, embedded, header, 1, 1);
  if (!cells || (mask !== undefined && (mask <= 0 || mask >= 2 ** 31))) return null;
  const type: CellType = mask === undefined ? cells.type : { ...cells.type, kind: 'unsigned', mask };
  return {
    name: readText(element, 'title'),
    category: readCategory(element, header),
    columns: 1,
    rows: 1,
    cells: { ...cells, type },
    x: null,
    y: null,
  };
}

/** `element` has the unit and the conversion, `embedded` the place. null: it has no address, or cells of no known size. */
function readCells(
  element: XmlElement,
  { attributes }: XmlElement,
  { baseOffset, defaults }: Header,
  columns: number,
  rows: number,
): Cells | null {
  const address = parseInteger(attributes.get('mmedaddress'));
  const bits = parseInteger(attributes.get('mmedelementsizebits') ?? defaults.get('datasizeinbits')) ?? 8;
  const type = readType(bits, attributes);
  if (address === null || type === null) return null;
  const flags = parseInteger(attributes.get('mmedtypeflags')) ?? 0;
  const stride = (name: string) => {
    const given = (parseInteger(attributes.get(name)) ?? 0) / 8;
    return given === 0 ? type.bytes : given;
  };
  // From one value to the next, and from the last value of a row to the first of the next row.
  const [inner, outer] = [stride('mmedmajorstridebits'), stride('mmedminorstridebits')];
  if (!Number.isInteger(inner) || !Number.isInteger(outer)) return null;
  const isByColumn = (flags & COLUMN_BY_COLUMN) !== 0;
  // A single column has its values one after the other, whichever of the two distances states it.
  const lone = columns === 1 && inner !== type.bytes ? inner : outer;
  const across = (isByColumn ? rows : columns) - 1;
  const next = columns === 1 || rows === 1 ? lone : outer + across * inner;
  const steps = isByColumn ? { columnStep: next, rowStep: inner } : { columnStep: inner, rowStep: next };
  return { at: address + baseOffset, type, ...steps, formula: readMath(element), unit: readText(element, 'units') };
}

function readType(bits: number, attributes: ReadonlyMap<string, string>): CellType | null {
  if (bits !== 8 && bits !== 16 && bits !== 32 && bits !== 64) return null;
  // TunerPro leaves the attribute out where no flag is set; its defaults are those of a new map in the editor.
  const flags = parseInteger(attributes.get('mmedtypeflags')) ?? 0;
  const kind = (flags & FLOAT) !== 0 && bits >= 32 ? 'float' : (flags & SIGNED) !== 0 ? 'signed' : 'unsigned';
  return { bytes: (bits / 8) as CellType['bytes'], kind, isLittleEndian: (flags & LITTLE_ENDIAN) !== 0 };
}

/** A conversion for single rows or columns, or one of several variables, is not computed. */
function readMath(element: XmlElement): Formula | null {
  const conversions = listChildren(element, 'math');
  const [math] = conversions;
  if (math === undefined || conversions.length > 1) return math === undefined ? parseFormula('x', 'x') : null;
  const variables = listChildren(math, 'var');
  const [variable] = variables;
  if (variables.some(({ attributes }) => attributes.has('type') && attributes.get('type') !== 'native')) return null;
  return parseFormula(math.attributes.get('equation') ?? '', variable?.attributes.get('id') ?? 'x');
}

/** Axes can be stored in the image, be written as labels, or be another table of the file. */
function readAxis(
  axis: XmlElement | undefined,
  header: Header,
  linked: ReadonlyMap<number | null, XmlElement>,
): MapAxis | null {
  if (axis === undefined) return null;
  const embedded = findChild(axis, 'embeddeddata');
  const named = { name: '', unit: readText(axis, 'units') };
  const labels = listChildren(axis, 'label').map(({ attributes }) => attributes.get('value') ?? '');
  const link = parseInteger(findChild(axis, 'embedinfo')?.attributes.get('linkobjid'));
  const other = link === null || link === 0 ? undefined : linked.get(link);
  if (other !== undefined) {
    const table = readTable(other, header, new Map());
    if (table !== null) return { name: table.name, unit: named.unit || table.cells.unit, values: asRow(table) };
  }
  if (embedded?.attributes.has('mmedaddress') === true) {
    const count = parseInteger(readText(axis, 'indexcount')) ?? 1;
    return { ...named, values: readCells(axis, embedded, header, count, 1) };
  }
  return { ...named, values: labels.some((label) => label !== '') ? labels : null };
}

const asRow = ({ cells, columns }: MapDefinition): Cells =>
  columns === 1 ? { ...cells, columnStep: cells.rowStep } : cells;
