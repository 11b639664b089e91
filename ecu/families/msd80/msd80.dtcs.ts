import { codeOfWord } from '../../dtc/spelling.ts';
import type { DtcListing, DtcRow } from '../../family.ts';
import type { Image } from '../../image.ts';
import { faultTableDtcs, findRowRuns, listFaultRows, type FaultRows } from '../../platforms/continental/fault-rows.ts';
import { layout } from './msd80.layout.ts';
import { sentence } from '../../sentence.ts';

type RowShape = (typeof layout.rows)[number];
type Table = { at: number; count: number; shape: RowShape };

export const msd80Dtcs = faultTableDtcs({
  findTables,
  readRows,
  createListing,
  noTable: sentence('no_fault_rows'),
  effect: 'no failure class',
});

function readRows(image: Image, table: Table): FaultRows {
  return {
    count: table.count,
    readCodes: (index) => readCodes(image, table, index),
    classAt: (index) => table.at + index * table.shape.stride + table.shape.classField,
    classOff: layout.classOff,
  };
}

function readBmwNumber(image: Image, { at, shape }: Table, index: number): { number: number; text: string } {
  const number = image.u16le(at + index * shape.stride + layout.bmwCodeField) ?? 0;
  return { number, text: number.toString(16).toUpperCase().padStart(4, '0') };
}

/** Returns the codes of a row, or BMW's own number when it has no other. */
function readCodes(image: Image, table: Table, index: number): { code: string; number: number }[] {
  const rowAt = table.at + index * table.shape.stride;
  const found = new Map<number, string>();
  for (let symptom = 0; symptom < layout.codesCount; symptom += 1) {
    const number = image.u16le(rowAt + symptom * 2) ?? 0;
    const code = codeOfWord(number);
    if (code !== null) found.set(number, code);
  }
  if (found.size > 0) return [...found].map(([number, code]) => ({ code, number }));
  const { number, text } = readBmwNumber(image, table, index);
  return number === 0 ? [] : [{ code: text, number }];
}

function createListing(image: Image, table: Table): DtcListing {
  return {
    outcome: 'found',
    tableAt: table.at,
    rows: listFaultRows(image, readRows(image, table)).map((row) => withMakerNumber(image, table, row)),
    confirmedBy: [
      `${table.count} rows of ${table.shape.stride} bytes follow each other, each with four codes, a zero and BMW's number`,
      "no number of BMW's comes twice, and no more than three rows have none",
      'the bytes between and behind the fields are zero in every row',
    ],
    notSwitchable: null,
  };
}

/** Adds BMW's own numbers of the rows that hold the code, if they differ from the code. */
function withMakerNumber(image: Image, table: Table, row: DtcRow): DtcRow {
  const numbers = row.paths.map((index) => readBmwNumber(image, table, index).text);
  const makerNumber = [...new Set(numbers)].join(' ');
  return makerNumber === row.code ? row : { ...row, makerNumber };
}

function findTables(image: Image): Table[] {
  return layout.rows.flatMap((shape) => tablesOfShape(image, shape));
}

function tablesOfShape(image: Image, shape: RowShape): Table[] {
  const range = { at: layout.calibrationAt, end: Math.min(layout.calibrationEnd, image.sizeBytes) };
  return findRowRuns({ ...layout, ...range, stride: shape.stride, isRow: (at) => isRow(image.bytes, at, shape) })
    .filter(({ at, count }) => hasOwnNumbers(image, at, count, shape))
    .map((run) => ({ ...run, shape }));
}

/** Whether this looks like a row. The class is ignored, because it is what gets changed. */
function isRow(bytes: Uint8Array, at: number, { zeroFields }: RowShape): boolean {
  if (bytes[at + layout.zeroField] !== 0 || bytes[at + layout.zeroField + 1] !== 0) return false;
  for (const field of zeroFields) if (bytes[at + field] !== 0) return false;
  const high = bytes[at + layout.bmwCodeField + 1] as number;
  if (high >= 0x20 ? high >= 0x60 && high < 0xc0 : high > 0 || bytes[at + layout.bmwCodeField] !== 0) return false;
  for (let symptom = 0; symptom < layout.codesCount; symptom += 1) {
    const top = bytes[at + symptom * 2 + 1] as number;
    // Only P codes and network codes.
    if (top >= 0x40 && top < 0xc0) return false;
  }
  return true;
}

/** One or three rows in the middle of the table have no number. Filling has none at all, so it does not pass. */
function hasOwnNumbers(image: Image, at: number, count: number, { stride }: RowShape): boolean {
  const numbers = new Set<number>();
  let empty = 0;
  for (let index = 0; index < count; index += 1) {
    const number = image.u16le(at + index * stride + layout.bmwCodeField) ?? 0;
    if (number === 0) empty += 1;
    else numbers.add(number);
  }
  return empty <= layout.maxEmptyRows && numbers.size === count - empty;
}
