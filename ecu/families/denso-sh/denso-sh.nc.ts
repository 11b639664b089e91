import { changeAt } from '../../change.ts';
import { codeOfWord } from '../../dtc/spelling.ts';
import type { Change, DtcListing, DtcRow } from '../../family.ts';
import type { Image } from '../../image.ts';
import { layout } from './denso-sh.layout.ts';
import { sentence } from '../../sentence.ts';

/**
 * Mazda's MX-5 NC stores its codes like the RX-8, in another order and for another number of entries: u16 codes padded
 * with FFFF, followed by two arrays of enables and one of activations, with a byte for each entry.
 */
type Table = { at: number; entries: number; codes: number };

const misfireTwice = Uint8Array.of(0x03, 0x00, 0x03, 0x00);
const unused = 0xffff;

export function listNc(image: Image): DtcListing {
  const [table, other] = image.memo(findTables);
  if (table === undefined) return { outcome: 'not found', reason: sentence('no_known_table') };
  if (other !== undefined) return { outcome: 'not found', reason: sentence('table_at_several_offsets') };
  const rows = new Map<string, DtcRow & { offPaths: number }>();
  for (let index = 0; index < table.codes; index += 1) {
    const number = image.u16be(table.at + index * 2) ?? 0;
    const code = codeOfWord(number);
    if (code === null) continue;
    const row = rows.get(code) ?? { code, number, state: 'off', paths: [], sharedWith: [], entriesAt: [], offPaths: 0 };
    row.paths.push(index);
    row.entriesAt.push(...listCells(table, index));
    if (isOff(image, table, index)) row.offPaths += 1;
    rows.set(code, row);
  }
  return {
    outcome: 'found',
    tableAt: table.at,
    rows: [...rows.values()].map(({ offPaths, ...row }) => ({ ...row, state: readState(image, row, offPaths) })),
    confirmedBy: [
      `${table.codes} codes that begin with the misfire of any cylinder twice, filled up to ${table.entries} entries`,
      `two arrays of ${table.entries} bytes follow that hold nothing but 0 and 1, and nothing for an unused entry`,
      `a third array of ${table.entries} bytes follows that holds at most 3, and nothing for an unused entry`,
    ],
    notSwitchable: null,
  };
}

export function switchOffNc(image: Image, codes: readonly string[]): Change[] {
  const [table] = image.memo(findTables);
  if (table === undefined) return [];
  const changes: Change[] = [];
  for (let index = 0; index < table.codes; index += 1) {
    const code = codeOfWord(image.u16be(table.at + index * 2) ?? 0);
    if (code === null || !codes.includes(code) || isOff(image, table, index)) continue;
    for (const at of listCells(table, index)) changes.push(...changeAt(image, at, [0], `${code}: not enabled`));
  }
  return changes;
}

/** Returns the offsets of both enables and the activation. */
function listCells({ at, entries }: Table, index: number): number[] {
  return [2, 3, 4].map((array) => at + array * entries + index);
}

/** Off the way the maker has it in both programs: no enable, with an activation (13 codes) or without (P0505). */
function isOff(image: Image, table: Table, index: number): boolean {
  const [first, second, activation] = listCells(table, index).map((at) => image.u8(at));
  return activation === 0 || (first === 0 && second === 0);
}

function readState(image: Image, { paths, entriesAt }: DtcRow, offPaths: number): DtcRow['state'] {
  if (offPaths === paths.length) return 'off';
  return offPaths === 0 && entriesAt.every((at) => image.u8(at) !== 0) ? 'on' : 'partial';
}

function findTables(image: Image): Table[] {
  const tables: Table[] = [];
  const end = image.sizeBytes;
  let at = image.find(misfireTwice, { at: layout.ncFirstAt, end });
  while (at !== null && tables.length < 2) {
    const table = at % 2 === 0 ? tableAt(image, at) : null;
    if (table !== null) tables.push(table);
    at = image.find(misfireTwice, { at: at + 1, end });
  }
  return tables;
}

/** Of the bytes that get changed, it only matters that they are within their limits. */
function tableAt(image: Image, at: number): Table | null {
  let codes = 0;
  while (codes < layout.ncMostEntries && isCode(image.u16be(at + codes * 2))) codes += 1;
  let entries = codes;
  while (entries <= layout.ncMostEntries && image.u16be(at + entries * 2) === unused) entries += 1;
  if (codes < layout.ncFewestCodes || entries === codes) return null;
  if (entries < layout.ncFewestEntries || entries > layout.ncMostEntries || !image.has(at, entries * 5)) return null;
  const { bytes } = image;
  for (const array of [2, 3, 4]) {
    const most = array === 4 ? layout.ncActivationMost : 1;
    for (let index = 0; index < entries; index += 1) {
      if ((bytes[at + array * entries + index] ?? 0xff) > (index < codes ? most : 0)) return null;
    }
  }
  return { at, entries, codes };
}

const isCode = (word: number | null) => word !== null && word !== 0 && word !== unused;
