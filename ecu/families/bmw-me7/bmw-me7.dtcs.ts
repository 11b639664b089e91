import { changeAt } from '../../change.ts';
import { codeOfWord } from '../../dtc/spelling.ts';
import type { Change, DtcListing, DtcRow, DtcState } from '../../family.ts';
import type { Image } from '../../image.ts';
import { areSummed } from './bmw-me7.checksums.ts';
import { layout } from './bmw-me7.layout.ts';
import type { Tables } from './bmw-me7.tables.ts';
import { rowLength, solveTables } from './bmw-me7.tables.ts';
import { isSentence, sentence } from '../../sentence.ts';

export function listBmwMe7Dtcs(image: Image): DtcListing {
  const tables = image.memo(solveTables);
  if (isSentence(tables)) return { outcome: 'not found', reason: tables };
  const { paths, classesAt, codesAt, unnumbered } = tables;
  return {
    outcome: 'found',
    tableAt: codesAt,
    rows: image.memo(listRows),
    confirmedBy: [
      `${paths} x 4 codes, ${paths} BMW numbers of which none stands twice and ${paths} tester numbers follow each other.`,
      'The first and the last path of all of them are empty.',
      `${paths} classes, ${paths} x 4 filters and ${paths} trip counters follow each other, empty for the same two paths.`,
      `All ${unnumbered} paths without a BMW number have class 0.`,
    ],
    notSwitchable: areSummed(image, { at: classesAt, end: classesAt + paths }) ? null : sentence('class_sum_not_found'),
  };
}

export function switchBmwMe7DtcsOff(image: Image, codes: readonly string[]): Change[] {
  const tables = image.memo(solveTables);
  if (isSentence(tables)) return [];
  const requested = new Set(codes);
  const paths = new Set(image.memo(listRows).flatMap((row) => (requested.has(row.code) ? row.paths : [])));
  return [...paths].flatMap((path) => changeAt(image, tables.classesAt + path, [0], `class 0 for fault path ${path}`));
}

type Entry = { code: string; number: number };

/** Lists the OBD codes, and BMW's number where a path has none. */
function listRows(image: Image): DtcRow[] {
  const tables = image.memo(solveTables);
  if (isSentence(tables)) return [];
  const entries = Array.from({ length: tables.paths }, (_, path) => readEntries(image, tables, path));
  const entriesByCode = Map.groupBy(
    entries.flatMap((list, path) => list.map((entry) => ({ ...entry, path }))),
    ({ code }) => code,
  );
  return [...entriesByCode].map(([code, found]): DtcRow => {
    const paths = found.map(({ path }) => path);
    const shared = new Set(paths.flatMap((path) => (entries[path] ?? []).map((entry) => entry.code)));
    const { number } = found[0] as Entry;
    const makerNumber = listMakerNumbers(image, tables, paths);
    return {
      code,
      number,
      ...(makerNumber !== '' && makerNumber !== code && { makerNumber }),
      state: readState(image, tables, paths),
      paths,
      sharedWith: [...shared].filter((other) => other !== code),
      entriesAt: paths.map((path) => tables.classesAt + path),
    };
  });
}

function readEntries(image: Image, tables: Tables, path: number): Entry[] {
  const rowAt = tables.codesAt + path * rowLength;
  const words = [0, 2, 4, 6].map((field) => image.u16le(rowAt + field) ?? 0).filter((word) => word !== 0);
  if (words.length > 0) return [...new Set(words)].map((number) => ({ code: codeOfWord(number) ?? '', number }));
  const number = image.u16le(tables.numbersAt + path * 2) ?? 0;
  return number === 0 || number === layout.noNumber ? [] : [{ code: spellNumber(number), number }];
}

function listMakerNumbers(image: Image, { numbersAt }: Tables, paths: readonly number[]): string {
  const numbers = paths.map((path) => image.u16le(numbersAt + path * 2) ?? 0);
  const known = numbers.filter((number) => number !== 0 && number !== layout.noNumber);
  return [...new Set(known)].map(spellNumber).join(', ');
}

/** BMW's own number of the fault, in the digits stored in the file. */
const spellNumber = (number: number) => number.toString(16).toUpperCase().padStart(2, '0');

function readState(image: Image, { classesAt }: Tables, paths: readonly number[]): DtcState {
  const off = paths.filter((path) => image.bytes[classesAt + path] === 0).length;
  return off === 0 ? 'on' : off === paths.length ? 'off' : 'partial';
}
