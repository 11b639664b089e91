import { pluralize } from '../../sentence.ts';
import type { DsmTable } from '../../platforms/dsm/table.ts';
import { findDsmTables } from '../../platforms/dsm/table.ts';
import type { ClassCopies } from './edc16.class-copies.ts';
import { findClassCopies } from './edc16.class-copies.ts';
import { listEdc16Blocks } from './edc16.blocks.ts';
import { changeAt } from '../../change.ts';
import { codeOfVagNumber, codeOfWord, vagNumberOfCode } from '../../dtc/spelling.ts';
import type { Change, DtcListing, DtcRow, Dtcs } from '../../family.ts';
import type { Image } from '../../image.ts';
import { layout } from './edc16.layout.ts';
import { hexOffset, sentence } from '../../sentence.ts';
import type { Sentence } from '../../sentence.ts';

export const dtcs: Dtcs = {
  list: (image) => image.memo(listCodes),
  switchOff(image, codes) {
    const listing = image.memo(listCodes);
    const rows = listing.outcome === 'found' ? listing.rows.filter(({ code }) => codes.includes(code)) : [];
    const cells = new Set(rows.flatMap(({ entriesAt }) => entriesAt));
    return [...cells]
      .sort((one, other) => one - other)
      .flatMap((at): Change[] => changeAt(image, at, [0], layout.offWhy));
  },
};

/** Code of a path. Separate from the tables on purpose: a word means one thing for Volkswagen and another for BMW. */
type Entry = { code: string; number: number; makerNumber: string | null };

function listCodes(image: Image): DtcListing {
  const tables = image.memo(findTables);
  const [table] = tables;
  if (table === undefined) {
    const reason = image.memo(listEdc16Blocks).some(({ type }) => type === layout.calibrationType)
      ? sentence('no_confirmed_table')
      : withoutCalibration(image);
    return { outcome: 'not found', reason };
  }
  const notSwitchable = checkSwitchable(image, tables);
  const rows = listRows(readEntries(image, table), table, image);
  return {
    outcome: 'found',
    tableAt: table.codesAt,
    // States are reported only where it is proved that these bytes are the states.
    rows: notSwitchable === null ? rows : rows.map((row) => ({ ...row, state: 'unknown' })),
    confirmedBy: [...table.confirmedBy, ...copiesSentence(image)],
    notSwitchable,
  };
}

/** States which part of the unit was read, and which part holds the codes. */
function withoutCalibration(image: Image): Sentence {
  return image.sizeBytes <= layout.maxProcessorMemory ? sentence('processor_memory_only') : sentence('program_only');
}

function copiesSentence(image: Image): string[] {
  const { length } = image.memo(findCopies).proved;
  return length === 0
    ? []
    : [
        `${pluralize(length, 'more list of as many classes begins, goes on and ends', 'more lists of as many classes begin, go on and end')} alike in other blocks`,
      ];
}

function checkSwitchable(image: Image, tables: readonly DsmTable[]): Sentence | null {
  if (tables.length > 1) {
    return sentence('several_dtc_tables', { count: tables.length });
  }
  // A list with one code per path can be cut by a few paths and still fit, unless it has the end published for PSA.
  if (tables[0]?.kind === 'single') return sentence('states_start_not_proved');
  const relations = tables[0]?.confirmedBy.length ?? 0;
  if (relations < layout.minRelations) return sentence('too_little_confirms');
  const { unprovedAt } = image.memo(findCopies);
  return unprovedAt === null ? null : sentence('states_copied', { at: hexOffset(unprovedAt) });
}

/** Variants of the car in another block have classes of their own, in the same order. */
function findCopies(image: Image): ClassCopies {
  const [table] = image.memo(findTables);
  return table === undefined ? { proved: [], unprovedAt: null } : findClassCopies(image, table);
}

/** Searches the calibration, which holds the tables, or all blocks of a read that is divided in an unusual way. */
function findTables(image: Image): DsmTable[] {
  const windows = image.memo(listEdc16Blocks).map(({ range, type }) => {
    return { at: range.at, end: Math.min(range.end, image.sizeBytes), isCalibration: type === layout.calibrationType };
  });
  const tables = windows.filter(({ isCalibration }) => isCalibration).flatMap((window) => findDsmTables(image, window));
  if (tables.length > 0) return tables;
  return windows.filter(({ isCalibration }) => !isCalibration).flatMap((window) => findDsmTables(image, window));
}

/** Returns what every path can set, in the order of the table. */
function readEntries(image: Image, table: DsmTable): Entry[][] {
  const { paths, codesAt, makerCodesAt, makerCodesPerPath, kind } = table;
  const isDecimal = kind === 'paired' && isSpelledDecimal(image, table);
  const hasOwnNumbers = kind === 'grouped' || kind === 'columns';
  return Array.from({ length: paths }, (_, path) => {
    const entries: Entry[] = [];
    for (let column = 0; column < 4; column += 1) {
      const word = image.u16be(codesAt + (path * 4 + column) * 2) ?? 0;
      const code =
        publicCode(kind === 'columns' ? spellDecimal(word) : word) ?? (kind === 'fourfold' ? networkCode(word) : null);
      const isSingle = makerCodesPerPath === 1;
      const makerWord =
        isSingle && column > 0 ? 0 : (image.u16be(makerCodesAt + (path * makerCodesPerPath + column) * 2) ?? 0);
      const ownNumber = hasOwnNumbers && makerWord !== 0 && makerWord !== 0xffff ? hex(makerWord) : null;
      if (code !== null) entries.push({ code, number: word, makerNumber: ownNumber ?? vagNumber(code, kind) });
      if (ownNumber !== null && code === null)
        entries.push({ code: ownNumber, number: makerWord, makerNumber: ownNumber });
      if (hasOwnNumbers || kind === 'numbered') continue;
      const makerCode = isDecimal ? codeOfVagNumber(makerWord) : publicCode(makerWord);
      if (makerCode !== null) {
        entries.push({ code: makerCode, number: makerWord, makerNumber: vagNumber(makerCode, kind) });
      }
    }
    return entries;
  });
}

/** The word of a code that is stored as a plain number: 101 for P0101. */
const spellDecimal = (word: number) => Number.parseInt(String(word), 16);

/** Reads Opel's U2xxx. */
const networkCode = (word: number) => (word >= 0xe000 && word < 0xf000 ? codeOfWord(word) : null);

/** Reads P and U only: the words of the other letters are the program's internal faults. */
function publicCode(word: number): string | null {
  const isPublic = word < 0x4000 || (word >= 0xc000 && word < 0xe000);
  return isPublic ? codeOfWord(word) : null;
}

function vagNumber(code: string, kind: DsmTable['kind']): string | null {
  const number = kind === 'paired' ? vagNumberOfCode(code) : null;
  return number === null ? null : String(number);
}

/**
 * Until about 2005, Volkswagen wrote 16384 plus the digits, and small numbers for faults without a code; later the code
 * itself, and 0x8xxx. Measured: 503 to 554 decimal words and no 0x8xxx, or at most 12 and over 700.
 */
function isSpelledDecimal(image: Image, { paths, makerCodesAt }: DsmTable): boolean {
  let decimals = 0;
  let internals = 0;
  for (let index = 0; index < paths * 4; index += 1) {
    const word = image.u16be(makerCodesAt + index * 2) ?? 0;
    if (codeOfVagNumber(word) !== null) decimals += 1;
    if (word >= 0x8000 && word < 0xc000) internals += 1;
  }
  return decimals > internals;
}

function listRows(entries: readonly Entry[][], { classesAt }: DsmTable, image: Image): DtcRow[] {
  const gathered = new Map<string, { number: number; makerNumbers: Set<string>; paths: Set<number> }>();
  for (const [path, codes] of entries.entries()) {
    for (const { code, number, makerNumber } of codes) {
      const row = gathered.get(code) ?? { number, makerNumbers: new Set<string>(), paths: new Set<number>() };
      if (makerNumber !== null) row.makerNumbers.add(makerNumber);
      row.paths.add(path);
      gathered.set(code, row);
    }
  }
  const classStarts = [classesAt, ...image.memo(findCopies).proved];
  return [...gathered.entries()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([code, { number, makerNumbers, paths }]): DtcRow => {
      const entriesAt = [...paths].flatMap((path) => classStarts.map((start) => start + path));
      const off = entriesAt.filter((at) => image.u8(at) === 0).length;
      const sharedWith = new Set([...paths].flatMap((path) => (entries[path] ?? []).map((entry) => entry.code)));
      sharedWith.delete(code);
      return {
        code,
        number,
        ...(makerNumbers.size > 0 &&
          makerNumbers.size <= layout.maxMakerNumbers && { makerNumber: [...makerNumbers].join(', ') }),
        state: off === 0 ? 'on' : off === entriesAt.length ? 'off' : 'partial',
        paths: [...paths],
        sharedWith: [...sharedWith].sort(),
        entriesAt,
      };
    });
}

const hex = (value: number) => value.toString(16).toUpperCase().padStart(4, '0');
