import { codeOfWord } from '../../dtc/spelling.ts';
import type { DtcListing } from '../../family.ts';
import type { Image } from '../../image.ts';
import { faultTableDtcs, findRowRuns, listFaultRows } from '../../platforms/continental/fault-rows.ts';
import type { FaultRows, RowRun } from '../../platforms/continental/fault-rows.ts';
import { sentence } from '../../sentence.ts';

const layout = {
  // Measured: the calibration of the SID803, and rows at 0x40532 in all seven dumps of it, 216 each.
  calibrationAt: 0x40240,
  calibrationEnd: 0x50000,
  stride: 22,
  codesCount: 6,
  /** Codes of chassis and body, which do not occur in any row. */
  firstOther: 0x4000,
  lastOther: 0xbfff,
  /** Which values are stored with a fault: a list of eight bytes that ends with 0. */
  environmentField: 12,
  environmentLength: 8,
  classField: 20,
  zeroField: 21,
  minRows: 180,
  maxRows: 400,
  minWithCode: 150,
  // Measured on two data sets of the maker for one program: class 0 is used where the car lacks the equipment.
  classOff: 0,
};

export const sid803Dtcs = faultTableDtcs({
  findTables,
  readRows,
  createListing,
  noTable: sentence('no_siemens_rows'),
  effect: 'class 0, not monitored',
});

function readRows(image: Image, table: RowRun): FaultRows {
  return {
    count: table.count,
    readCodes: (index) => readCodes(image, table, index),
    classAt: (index) => table.at + index * layout.stride + layout.classField,
    classOff: layout.classOff,
  };
}

function readCodes(image: Image, { at }: RowRun, index: number): { code: string; number: number }[] {
  const found = new Map<number, string>();
  for (let symptom = 0; symptom < layout.codesCount; symptom += 1) {
    const number = image.u16be(at + index * layout.stride + symptom * 2) ?? 0;
    const code = codeOfWord(number);
    if (code !== null) found.set(number, code);
  }
  return [...found].map(([number, code]) => ({ code, number }));
}

function createListing(image: Image, table: RowRun): DtcListing {
  return {
    outcome: 'found',
    tableAt: table.at,
    rows: listFaultRows(image, readRows(image, table)),
    confirmedBy: [
      `${table.count} rows of ${layout.stride} bytes follow each other, and the last three of the six codes are the same in each`,
      'the values stored with a fault are a list that ends with zeros in every row',
      'the byte behind the class is zero in every row',
    ],
    notSwitchable: null,
  };
}

function findTables(image: Image): RowRun[] {
  return findRowRuns({
    ...layout,
    at: layout.calibrationAt,
    end: Math.min(layout.calibrationEnd, image.sizeBytes),
    isRow: (at) => isRow(image, at),
    trim: (run) => withoutEmptyEnds(image, run),
  }).filter((table) => countWithCode(image, table) >= layout.minWithCode);
}

/** Whether this looks like a row. The class is ignored, because it is what gets changed. A row may be empty. */
function isRow(image: Image, at: number): boolean {
  if (image.u8(at + layout.zeroField) !== 0) return false;
  const last = image.u16be(at + (layout.codesCount - 1) * 2) ?? 0;
  for (let symptom = 0; symptom < layout.codesCount; symptom += 1) {
    const word = image.u16be(at + symptom * 2) ?? 0;
    // Only engine and network codes; if the last code of a row is set, so are all the others.
    if (word === 0 ? last !== 0 : word >= layout.firstOther && word <= layout.lastOther) return false;
    if (symptom >= 3 && word !== last) return false;
  }
  let isEnded = false;
  for (let index = 0; index < layout.environmentLength; index += 1) {
    const value = image.u8(at + layout.environmentField + index);
    if (value !== 0 && isEnded) return false;
    isEnded = value === 0;
  }
  return true;
}

/** Removes rows at both ends that are empty: zeros before and after a table look like empty rows of it. */
function withoutEmptyEnds(image: Image, { at, count }: RowRun): RowRun {
  let first = 0;
  let last = count - 1;
  while (first < last && readCodes(image, { at, count }, first).length === 0) first += 1;
  while (last > first && readCodes(image, { at, count }, last).length === 0) last -= 1;
  return { at: at + first * layout.stride, count: last - first + 1 };
}

function countWithCode(image: Image, table: RowRun): number {
  let count = 0;
  for (let index = 0; index < table.count; index += 1) if (readCodes(image, table, index).length > 0) count += 1;
  return count;
}
