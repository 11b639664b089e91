import { changeAt } from '../../change.ts';
import type { Change, DtcListing, DtcRow, Dtcs } from '../../family.ts';
import type { Image } from '../../image.ts';
import { sentence, type Sentence } from '../../sentence.ts';

/** A table whose rows hold several codes each and are switched off by one class byte. */
export interface FaultRows {
  count: number;
  /** The distinct codes of a row. */
  readCodes: (index: number) => readonly { code: string; number: number }[];
  /** Offset of a row's class, in bytes. */
  classAt: (index: number) => number;
  classOff: number;
}

/** Returns one entry per code, with every row that contains it. A code is off when each of its rows has `classOff`. */
export function listFaultRows(image: Image, { count, readCodes, classAt, classOff }: FaultRows): DtcRow[] {
  const rows = new Map<string, DtcRow>();
  for (let index = 0; index < count; index += 1) {
    const codes = readCodes(index);
    for (const { code, number } of codes) {
      const row = rows.get(code) ?? { code, number, state: 'off', paths: [], sharedWith: [], entriesAt: [] };
      row.paths.push(index);
      row.entriesAt.push(classAt(index));
      for (const { code: other } of codes)
        if (other !== code && !row.sharedWith.includes(other)) row.sharedWith.push(other);
      rows.set(code, row);
    }
  }
  return [...rows.values()].map((row): DtcRow => {
    const on = row.entriesAt.filter((at) => image.u8(at) !== classOff).length;
    return { ...row, state: on === 0 ? 'off' : on === row.entriesAt.length ? 'on' : 'partial' };
  });
}

/** Sets the class byte of every row that contains one of the codes to `classOff`. */
function switchOffFaultRows(image: Image, rows: FaultRows, codes: readonly string[], effect: string): Change[] {
  const changes: Change[] = [];
  for (let index = 0; index < rows.count; index += 1) {
    const found = rows.readCodes(index).filter(({ code }) => codes.includes(code));
    if (found.length === 0) continue;
    const why = `${found.map(({ code }) => code).join(', ')}: ${effect}`;
    changes.push(...changeAt(image, rows.classAt(index), [rows.classOff], why));
  }
  return changes;
}

interface FaultTables<Table> {
  findTables: (image: Image) => readonly Table[];
  readRows: (image: Image, table: Table) => FaultRows;
  createListing: (image: Image, table: Table) => DtcListing;
  /** Why there is no listing when no table is found. */
  noTable: Sentence;
  /** Meaning of the class that switches a row off. */
  effect: string;
}

/** DTC support for a family whose table is trusted only if it is the only one. */
export const faultTableDtcs = <Table>({
  findTables,
  readRows,
  createListing,
  noTable,
  effect,
}: FaultTables<Table>): Dtcs => ({
  list(image) {
    const [table, other] = image.memo(findTables);
    if (table === undefined) return { outcome: 'not found', reason: noTable };
    if (other !== undefined) return { outcome: 'not found', reason: sentence('several_fault_rows') };
    return createListing(image, table);
  },
  switchOff(image, codes) {
    const [table] = image.memo(findTables);
    return table === undefined ? [] : switchOffFaultRows(image, readRows(image, table), codes, effect);
  },
});

/** A run of rows: where it begins, in bytes, and how many there are. */
export interface RowRun {
  at: number;
  count: number;
}

/** Where to search for rows: offsets in bytes, and how many rows a table has. */
export interface RowSearch {
  at: number;
  end: number;
  stride: number;
  minRows: number;
  maxRows: number;
  isRow: (at: number) => boolean;
  /** Returns the run without what only looks like rows at its ends. */
  trim?: (run: RowRun) => RowRun;
}

/** Finds runs of consecutive rows on 2-byte boundaries that are as long as a table. Each offset is tried once as a start. */
export function findRowRuns({ at: begin, end, stride, minRows, maxRows, isRow, trim }: RowSearch): RowRun[] {
  const runs: RowRun[] = [];
  // For each offset, the number of consecutive rows that end with the row there.
  const counts = new Uint32Array(Math.max(0, end - begin));
  for (let at = begin; at + stride <= end; at += 2) {
    if (!isRow(at)) continue;
    const before = at - stride - begin;
    const count = (before >= 0 ? (counts[before] ?? 0) : 0) + 1;
    counts[at - begin] = count;
    const isLast = at + 2 * stride > end || !isRow(at + stride);
    if (isLast && count >= minRows) runs.push({ at: at - (count - 1) * stride, count });
  }
  // Zeros around a table can be many more rows than it has, so its length is only known without them.
  return runs.map((run) => trim?.(run) ?? run).filter(({ count }) => count >= minRows && count <= maxRows);
}
