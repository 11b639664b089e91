import { changeAt } from '../../change.ts';
import type { Change, DtcListing, DtcRow, Dtcs } from '../../family.ts';
import type { Image } from '../../image.ts';
import { layout } from './mss54.layout.ts';
import type { DataPage } from './mss54.pages.ts';
import { findDataPage } from './mss54.pages.ts';
import { isSentence, sentence } from '../../sentence.ts';
import type { Sentence } from '../../sentence.ts';

/** `at` is the empty record before the first. `numbers` states which code each record is for, even if it is off. */
type Table = { at: number; numbers: readonly number[] };

const masterNumbers = parseNumbers(layout.masterNumbers);
const slaveNumbers = parseNumbers(layout.slaveNumbers);
const unusedRecord = Uint8Array.from(layout.unusedRecord);
const zeros = new Uint8Array(layout.recordLength);

export const mss54Dtcs: Dtcs = {
  list(image) {
    const tables = image.memo(findTables);
    return isSentence(tables) ? { outcome: 'not found', reason: tables } : createListing(image, tables);
  },
  switchOff(image, codes) {
    const tables = image.memo(findTables);
    if (isSentence(tables)) return [];
    return tables.flatMap(({ at, numbers }) =>
      numbers.flatMap((number, index): Change[] => {
        const code = spellNumber(number);
        const recordAt = at + (index + 1) * layout.recordLength;
        if (number === 0 || !codes.includes(code)) return [];
        return changeAt(image, recordAt, layout.unusedRecord, `${code}: the record of a code that is not used`);
      }),
    );
  },
};

function createListing(image: Image, tables: readonly Table[]): DtcListing {
  const rows: DtcRow[] = [];
  let path = 0;
  for (const { at, numbers } of tables) {
    for (const [index, number] of numbers.entries()) {
      path += 1;
      if (number === 0) continue;
      const recordAt = at + (index + 1) * layout.recordLength;
      const state = image.u8(recordAt) === 0 ? 'off' : 'on';
      rows.push({ code: spellNumber(number), number, state, paths: [path], sharedWith: [], entriesAt: [recordAt] });
    }
  }
  rows.sort((one, other) => one.number - other.number);
  return {
    outcome: 'found',
    tableAt: tables[0]?.at ?? 0,
    rows,
    confirmedBy: [
      'each of the two processors has one table, and an empty record stands in front of each',
      'the numbers come in the one order that every file of this control unit has, and none comes twice',
      'each record ends with the byte that records end with, or is erased',
    ],
    notSwitchable: null,
  };
}

/** BMW's own number of the fault, as its testers show it. No P codes are stored in this control unit. */
function spellNumber(number: number): string {
  return number.toString(16).toUpperCase().padStart(2, '0');
}

function findTables(image: Image): Table[] | Sentence {
  const master = findDataPage(image, 'Master');
  const slave = findDataPage(image, 'Slave');
  if (master === null || slave === null) return sentence('processors_not_both');
  const found = [tablesIn(image, master, masterNumbers), tablesIn(image, slave, slaveNumbers)];
  if (found.some((tables) => tables.length !== 1)) return sentence('processor_table_missing');
  return found.flat();
}

function tablesIn(image: Image, page: DataPage, numbers: readonly number[]): Table[] {
  const tables: Table[] = [];
  const before = Uint8Array.from(layout.beforeRecords);
  const empty = Uint8Array.from(layout.emptyRecord);
  const end = page.next?.end ?? page.end;
  for (let next = image.find(before, { at: page.at, end }); next !== null;) {
    for (const length of layout.betweenLengths) {
      const at = next + before.length + length;
      if (image.matches(at, empty) && holds(image, at, numbers)) tables.push({ at, numbers });
    }
    next = image.find(before, { at: next + 1, end });
  }
  return tables;
}

/** Every record has its own number, or is erased in one of two ways. Records without a number prove nothing. */
function holds(image: Image, at: number, numbers: readonly number[]): boolean {
  let proved = 0;
  for (const [index, requested] of numbers.entries()) {
    const recordAt = at + (index + 1) * layout.recordLength;
    const number = image.u8(recordAt);
    const hasEnd = image.u8(recordAt + layout.lastByteField) === layout.lastByte;
    if (requested === 0 && number === 0 && hasEnd) continue;
    if (number === requested && hasEnd) proved += 1;
    else if (image.matches(recordAt, unusedRecord)) proved += 1;
    else if (!image.matches(recordAt, zeros)) return false;
  }
  return proved >= layout.minNumbers;
}

function parseNumbers(text: string): number[] {
  return text.split(' ').map((number) => parseInt(number, 16));
}
