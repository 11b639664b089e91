import { changeAt } from '../../change.ts';
import { pluralize } from '../../sentence.ts';
import { codeOfWord } from '../../dtc/spelling.ts';
import type { Change, DtcListing, DtcRow } from '../../family.ts';
import type { Image } from '../../image.ts';
import { sentence } from '../../sentence.ts';

/**
 * One byte for each record, 1 or 0, ends where the records begin. Merp/SubaruDefs (facts only) names the bytes of 400
 * codes in four programs, and each holds its code; the same form was measured in every Subaru seen.
 */
const layout = {
  firstAt: 0x2000,
  recordLength: 20,
  codeField: 4,
  /** 0 to 2, and three bytes of zero. */
  kindField: 8,
  maxKind: 2,
  routineField: 12,
  /** 0 or 1, and three bytes of zero. */
  flagField: 16,
  lastCode: 0xffff,
  minRecords: 100,
  maxRecords: 0x200,
  firstRoutineAt: 0x400,
  enableUnit: 4,
  filling: 0xff,
};

type Table = { enableAt: number; recordsAt: number; records: number };

/** Finds the tables of codes that the program reads: two are enough to know that the place is not certain. */
export function findSubaruTables(image: Image): Table[] {
  const tables: Table[] = [];
  for (let at = layout.firstAt; at + layout.recordLength <= image.sizeBytes && tables.length < 2;) {
    const records = countRecords(image, at);
    const table = records >= layout.minRecords ? tableBefore(image, at, records) : null;
    if (table !== null && isLoaded(image, table.enableAt) && isLoaded(image, table.recordsAt)) tables.push(table);
    at += records >= layout.minRecords ? records * layout.recordLength : 4;
  }
  return tables;
}

/** How many records stand in front of the one whose code is FFFF; 0 where something else follows. */
function countRecords(image: Image, at: number): number {
  for (let records = 0; records <= layout.maxRecords; records += 1) {
    const recordAt = at + records * layout.recordLength;
    if (!isRecordAt(image, recordAt)) return 0;
    if (image.u16be(recordAt + layout.codeField) === layout.lastCode) return records;
  }
  return 0;
}

function isRecordAt(image: Image, at: number): boolean {
  const kind = image.u32be(at + layout.kindField) ?? 1;
  if ((kind & 0xffffff) !== 0 || kind >>> 24 > layout.maxKind) return false;
  const routine = image.u32be(at + layout.routineField) ?? 0;
  if (routine < layout.firstRoutineAt || routine >= image.sizeBytes || routine % 2 !== 0) return false;
  const flag = image.u32be(at + layout.flagField);
  return flag === 0 || flag === 0x1000000;
}

/** Of the bytes that switch a code, it only matters that they are 0 or 1. */
function tableBefore(image: Image, recordsAt: number, records: number): Table | null {
  // The last record has a byte as well.
  const enables = records + 1;
  const enableAt = recordsAt - Math.ceil(enables / layout.enableUnit) * layout.enableUnit;
  for (let index = 0; enableAt + index < recordsAt; index += 1) {
    const byte = image.u8(enableAt + index) ?? layout.filling;
    if (index < enables ? byte > 1 : byte !== layout.filling) return null;
  }
  return { enableAt, recordsAt, records };
}

/** Whether the program loads the address: those that it loads stand between its routines, on multiples of four. */
function isLoaded(image: Image, address: number): boolean {
  const view = new DataView(image.bytes.buffer, image.bytes.byteOffset, image.sizeBytes);
  for (let at = 0; at + 4 <= image.sizeBytes; at += 4) if (view.getUint32(at) === address) return true;
  return false;
}

/** Calls `visit` for every record with a code. */
function visitCodes(image: Image, table: Table, visit: (code: string, index: number, number: number) => void): void {
  for (let index = 0; index < table.records; index += 1) {
    const number = image.u16be(table.recordsAt + index * layout.recordLength + layout.codeField) ?? 0;
    const code = number === 0 ? null : codeOfWord(number);
    if (code !== null) visit(code, index, number);
  }
}

export function listSubaru(image: Image): DtcListing {
  const tables = image.memo(findSubaruTables);
  const [table] = tables;
  if (table === undefined) return { outcome: 'not found', reason: sentence('no_known_table') };
  if (tables.length > 1) return { outcome: 'not found', reason: sentence('table_at_several_offsets') };
  const rows = new Map<string, DtcRow>();
  visitCodes(image, table, (code, index, number) => {
    const row = rows.get(code) ?? { code, number, state: 'off', paths: [], sharedWith: [], entriesAt: [] };
    row.paths.push(index);
    row.entriesAt.push(table.enableAt + index);
    rows.set(code, row);
  });
  for (const row of rows.values()) row.state = readEnables(image, row);
  return {
    outcome: 'found',
    tableAt: table.enableAt,
    rows: [...rows.values()],
    confirmedBy: [
      `${pluralize(table.records, 'record')} with a routine each, up to one with the code FFFF`,
      'as many bytes of nothing but 0 and 1 end exactly where the records begin',
      'the program loads the address of the bytes and that of the records',
    ],
    notSwitchable: null,
  };
}

export function switchOffSubaru(image: Image, codes: readonly string[]): Change[] {
  const [table] = image.memo(findSubaruTables);
  const changes: Change[] = [];
  if (table === undefined) return changes;
  visitCodes(image, table, (code, index) => {
    if (codes.includes(code)) changes.push(...changeAt(image, table.enableAt + index, [0], `${code}: not enabled`));
  });
  return changes;
}

/** Reads the state of a code from the bytes that enable its entries: 1 enables one. */
export function readEnables(image: Image, { entriesAt }: Pick<DtcRow, 'entriesAt'>): DtcRow['state'] {
  const enabled = entriesAt.filter((at) => image.u8(at) === 1).length;
  if (enabled === 0) return 'off';
  return enabled === entriesAt.length ? 'on' : 'partial';
}
