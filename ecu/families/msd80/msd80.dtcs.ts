import { changeAt } from '../../change.ts';
import { codeOfWord } from '../../dtc/spelling.ts';
import type { Change, DtcListing, DtcRow, Dtcs } from '../../family.ts';
import type { Image } from '../../image.ts';
import { layout } from './msd80.layout.ts';

type RowShape = (typeof layout.rows)[number];
type Table = { at: number; count: number; shape: RowShape };

export const msd80Dtcs: Dtcs = {
  list(image) {
    const tables = image.recall(tablesOf);
    const [table, other] = tables;
    if (table === undefined) return { outcome: 'not found', because: 'No table of fault rows of a known shape is found.' };
    if (other !== undefined) return { outcome: 'not found', because: 'Several tables of fault rows are found.' };
    return listing(image, table);
  },
  switchOff(image, codes) {
    const [table] = image.recall(tablesOf);
    if (table === undefined) return [];
    const changes: Change[] = [];
    for (let index = 0; index < table.count; index += 1) {
      const found = codesOf(image, table, index).filter(({ code }) => codes.includes(code));
      if (found.length === 0) continue;
      const why = `${found.map(({ code }) => code).join(', ')}: no failure class`;
      changes.push(...changeAt(image, classAt(table, index), [layout.classOff], why));
    }
    return changes;
  },
};

function classAt({ at, shape }: Table, index: number): number {
  return at + index * shape.stride + shape.classField;
}

/** The codes of a row; BMW's own number where it has no other. */
function codesOf(image: Image, { at, shape }: Table, index: number): { code: string; number: number; bmw: string }[] {
  const rowAt = at + index * shape.stride;
  const bmwNumber = image.u16le(rowAt + layout.bmwCodeField) ?? 0;
  const bmw = bmwNumber.toString(16).toUpperCase().padStart(4, '0');
  const found = new Map<number, { code: string; number: number; bmw: string }>();
  for (let symptom = 0; symptom < layout.codesCount; symptom += 1) {
    const number = image.u16le(rowAt + symptom * 2) ?? 0;
    const code = codeOfWord(number);
    if (code !== null) found.set(number, { code, number, bmw });
  }
  if (found.size > 0) return [...found.values()];
  return bmwNumber === 0 ? [] : [{ code: bmw, number: bmwNumber, bmw }];
}

function listing(image: Image, table: Table): DtcListing {
  const rows = new Map<string, DtcRow & { bmwNumbers: Set<string> }>();
  for (let index = 0; index < table.count; index += 1) {
    const codes = codesOf(image, table, index);
    for (const { code, number, bmw } of codes) {
      const row = rows.get(code) ?? {
        code, number, state: 'off', paths: [], sharedWith: [], entriesAt: [], bmwNumbers: new Set<string>(),
      };
      row.paths.push(index);
      row.entriesAt.push(classAt(table, index));
      row.bmwNumbers.add(bmw);
      for (const { code: other } of codes) if (other !== code && !row.sharedWith.includes(other)) row.sharedWith.push(other);
      rows.set(code, row);
    }
  }
  return {
    outcome: 'found',
    tableAt: table.at,
    rows: [...rows.values()].map(({ bmwNumbers, ...row }): DtcRow => {
      const on = row.entriesAt.filter((at) => image.u8(at) !== layout.classOff).length;
      const state = on === 0 ? 'off' : on === row.entriesAt.length ? 'on' : 'partial';
      const makerNumber = [...bmwNumbers].join(' ');
      return makerNumber === row.code ? { ...row, state } : { ...row, state, makerNumber };
    }),
    confirmedBy: [
      `${table.count} rows of ${table.shape.stride} bytes follow each other, each with four codes, a zero and BMW's number`,
      "no number of BMW's comes twice, and no more than three rows have none",
      'the bytes between and behind the fields are zero in every row',
    ],
    notSwitchable: null,
  };
}

function tablesOf(image: Image): Table[] {
  return layout.rows.flatMap((shape) => tablesOfShape(image, shape));
}

function tablesOfShape(image: Image, shape: RowShape): Table[] {
  const tables: Table[] = [];
  const end = Math.min(layout.calibrationEnd, image.sizeBytes);
  // How many rows in a row end before each place; every place is looked at once.
  const counts = new Uint16Array(Math.max(0, end - layout.calibrationAt));
  for (let at = layout.calibrationAt; at + shape.stride <= end; at += 2) {
    if (!isRow(image.bytes, at, shape)) continue;
    const before = at - shape.stride - layout.calibrationAt;
    const count = Math.min(layout.mostRows, (before >= 0 ? (counts[before] ?? 0) : 0) + 1);
    counts[at - layout.calibrationAt] = count;
    const isLast = at + 2 * shape.stride > end || !isRow(image.bytes, at + shape.stride, shape);
    const first = at - (count - 1) * shape.stride;
    if (isLast && count >= layout.fewestRows && hasOwnNumbers(image, first, count, shape)) {
      tables.push({ at: first, count, shape });
    }
  }
  return tables;
}

/** The class does not count: it is what gets changed. */
function isRow(bytes: Uint8Array, at: number, { zeroFields }: RowShape): boolean {
  if (bytes[at + layout.zeroField] !== 0 || bytes[at + layout.zeroField + 1] !== 0) return false;
  for (const field of zeroFields) if (bytes[at + field] !== 0) return false;
  const high = bytes[at + layout.bmwCodeField + 1] as number;
  if (high >= 0x20 ? high >= 0x60 && high < 0xC0 : high > 0 || bytes[at + layout.bmwCodeField] !== 0) return false;
  for (let symptom = 0; symptom < layout.codesCount; symptom += 1) {
    const top = bytes[at + symptom * 2 + 1] as number;
    // P codes and, of the others, those of the network.
    if (top >= 0x40 && top < 0xC0) return false;
  }
  return true;
}

/** A row or three in the middle of the table have no number; filling has none either, and so no row of its own. */
function hasOwnNumbers(image: Image, at: number, count: number, { stride }: RowShape): boolean {
  const numbers = new Set<number>();
  let empty = 0;
  for (let index = 0; index < count; index += 1) {
    const number = image.u16le(at + index * stride + layout.bmwCodeField) ?? 0;
    if (number === 0) empty += 1;
    else numbers.add(number);
  }
  return empty <= layout.emptyRowsAtMost && numbers.size === count - empty;
}
