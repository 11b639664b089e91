import { codeOfWord } from '../../dtc/spelling.ts';
import { widelyUsedCodes } from '../../dtc/widely-used-codes.ts';
import type { DtcListing, DtcRow } from '../../family.ts';
import type { Image } from '../../image.ts';
import type { Medc17Block } from './blocks.ts';
import { toOffset } from './blocks.ts';
import { sentence } from '../../sentence.ts';

// Renault's layer on units of several suppliers stores its faults in rows of 16 bytes: pointer, number of the fault,
// code, symptom, class, status, a word (measured on a dump of an EDC17C84). They are only listed: no definition shows
// which bytes the control unit reads.

const rowLength = 16;
const field = { pointer: 0, fault: 4, code: 6, status: 10 };
const minRows = 200;
const maxRows = 4000;
/** At most this many first rows are walked; only a forged file has more than a handful. */
const maxWalks = 16;
const minWidelyUsed = 20;
/** Status of faults that are not in use. */
const statusUnused = 0x000a;
const memoryAt = 0x80000000;
const memoryEnd = 0x80800000;

type Table = { at: number; rows: number };

/** Returns the listing of a unit with Renault's table of numbered faults; null when there is none, or more than one. */
export function listNumberedFaults(image: Image, blocks: readonly Medc17Block[]): DtcListing | null {
  const tables = blocks.flatMap((block) => findTables(image, block));
  const [table, rival] = tables;
  if (table === undefined || rival !== undefined) return null;
  const rows = listRows(image, table);
  const widelyUsed = rows.filter(({ code }) => widelyUsedCodes.has(code)).length;
  if (widelyUsed < minWidelyUsed) return null;
  return {
    outcome: 'found',
    tableAt: table.at,
    rows,
    confirmedBy: [
      `${table.rows} rows of 16 bytes carry the numbers of their faults in falling order, the last of them 1.`,
      'The pointer of the first row leads right behind the last one.',
      'No row that is marked as unused has a code.',
      `${widelyUsed} codes are ones that nearly every engine control unit has.`,
    ],
    notSwitchable: sentence('off_byte_not_proved'),
  };
}

/** A first row points to the end of the table it begins: few offsets pass, and only those are walked. */
function findTables(image: Image, block: Medc17Block): Table[] {
  const tables: Table[] = [];
  const end = Math.min(block.end, image.sizeBytes);
  let walks = 0;
  for (let at = block.at; at + rowLength <= end && walks < maxWalks; at += 4) {
    if (image.u8(at + 3) !== memoryAt >>> 24) continue;
    const behind = toOffset(block, image.u32le(at) ?? 0);
    const rows = (behind - at) / rowLength;
    if (!Number.isInteger(rows) || rows < minRows || rows > maxRows || behind > end) continue;
    walks += 1;
    if (isTable(image, { at, rows })) tables.push({ at, rows });
  }
  return tables;
}

function isTable(image: Image, { at, rows }: Table): boolean {
  let above = 0x10000;
  for (let row = at; row < at + rows * rowLength; row += rowLength) {
    const pointer = image.u32le(row + field.pointer) ?? 0;
    const fault = image.u16le(row + field.fault) ?? 0;
    if (pointer < memoryAt || pointer >= memoryEnd || fault >= above) return false;
    if (image.u16le(row + field.status) === statusUnused && image.u16le(row + field.code) !== 0) return false;
    above = fault;
  }
  return above === 1;
}

function listRows(image: Image, { at, rows }: Table): DtcRow[] {
  const rowByCode = new Map<string, DtcRow>();
  for (let path = 0; path < rows; path += 1) {
    const rowAt = at + path * rowLength;
    const number = image.u16le(rowAt + field.code) ?? 0;
    const code = number === 0 ? null : codeOfWord(number);
    if (code === null) continue;
    const row = rowByCode.get(code);
    if (row === undefined) {
      rowByCode.set(code, {
        code,
        number,
        state: 'unknown',
        paths: [path],
        sharedWith: [],
        entriesAt: [rowAt + field.code],
      });
    } else {
      row.paths.push(path);
      row.entriesAt.push(rowAt + field.code);
    }
  }
  return [...rowByCode.values()];
}
