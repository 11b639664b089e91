import type { ClassTable, CodeTablePair } from './med9.code-tables.ts';
import { codeWordAt, findClassTable, findCodeTablePair, isCodeWord } from './med9.code-tables.ts';
import { changeAt } from '../../change.ts';
import { codeOfWord } from '../../dtc/spelling.ts';
import { widelyUsedCodes } from '../../dtc/widely-used-codes.ts';
import type { Change, DtcListing, DtcRow, Dtcs } from '../../family.ts';
import type { Image } from '../../image.ts';
import { layout } from './med9.layout.ts';
import { sentence } from '../../sentence.ts';

/** How many widely used codes are needed; two tables that match by chance have far fewer. */
const widelyUsedNeeded = 20;

type Solved = { pair: CodeTablePair; classes: ClassTable | null; widelyUsed: number; rows: DtcRow[] };

export const med9Dtcs: Dtcs = {
  list(image): DtcListing {
    const solved = image.memo(solve);
    if (solved === null) return { outcome: 'not found', reason: sentence('no_pair_of_code_tables') };
    const { pair, classes, widelyUsed, rows } = solved;
    const alike = Math.round(pair.alike * 100);
    const confirmedBy = [
      `Two tables of ${pair.rows} rows, one behind the other, agree in ${alike} of 100 codes.`,
      'The first and the last row of both are empty.',
      `${widelyUsed} codes are ones that nearly every engine control unit has.`,
    ];
    if (classes !== null) {
      confirmedBy.push(
        `Before them stands a table of two bytes for each row, 0 for the first and the last and filled for nearly all others.`,
        'Before that, a class for each row, 0 for the first and the last.',
      );
    }
    const notSwitchable = classes === null ? sentence('classes_not_in_place') : null;
    return { outcome: 'found', tableAt: pair.at, rows, confirmedBy, notSwitchable };
  },
  switchOff(image, codes) {
    const solved = image.memo(solve);
    if (solved === null || solved.classes === null) return [];
    const { at, classesPerRow } = solved.classes;
    const chosen = solved.rows.filter(({ code }) => codes.includes(code));
    return [...new Set(chosen.flatMap(({ paths }) => paths))].flatMap((path): Change[] => {
      const off = Array.from({ length: classesPerRow }, () => 0);
      return changeAt(image, at + path * classesPerRow, off, `fault path ${path}: no class`);
    });
  },
};

function solve(image: Image): Solved | null {
  const pair = findCodeTablePair(image, layout.calibrationWindow, true);
  if (pair === null) return null;
  const classes = findClassTable(image, pair);
  const rows = listRows(image, pair, classes);
  const widelyUsed = rows.filter(({ code }) => widelyUsedCodes.has(code)).length;
  return widelyUsed < widelyUsedNeeded ? null : { pair, classes, widelyUsed, rows };
}

function listRows(image: Image, pair: CodeTablePair, classes: ClassTable | null): DtcRow[] {
  const { bytes } = image;
  const rowByCode = new Map<string, DtcRow>();
  const wordsByPath = Array.from({ length: pair.rows }, (_, path) => wordsOfPath(bytes, pair, path));
  const isOff = (at: number) => bytes[at] === 0;
  for (const [path, words] of wordsByPath.entries()) {
    for (const [word, wordAt] of words) {
      const code = codeOfWord(word);
      if (code === null) continue;
      const row: DtcRow = rowByCode.get(code) ?? {
        code,
        number: word,
        state: 'on',
        paths: [],
        sharedWith: [],
        entriesAt: [],
      };
      rowByCode.set(code, row);
      row.paths.push(path);
      if (classes === null) row.entriesAt.push(wordAt);
      else row.entriesAt.push(...listClassCells(classes, path));
    }
  }
  for (const row of rowByCode.values()) {
    const shared = new Set(row.paths.flatMap((path) => [...(wordsByPath[path] ?? new Map<number, number>()).keys()]));
    shared.delete(row.number);
    row.sharedWith = [...shared].map((word) => codeOfWord(word) ?? '').sort();
    const off = row.entriesAt.filter(isOff).length;
    row.state = classes === null ? 'unknown' : off === 0 ? 'on' : off === row.entriesAt.length ? 'off' : 'partial';
  }
  return [...rowByCode.values()].sort((one, two) => (one.code < two.code ? -1 : 1));
}

function listClassCells({ at, classesPerRow }: ClassTable, path: number): number[] {
  return Array.from({ length: classesPerRow }, (_, index) => at + path * classesPerRow + index);
}

/** Returns the codes of one path in both tables, each with the first offset at which it occurs. */
function wordsOfPath(bytes: Uint8Array, pair: CodeTablePair, path: number): Map<number, number> {
  const words = new Map<number, number>();
  for (const tableAt of [pair.at, pair.secondAt]) {
    const rowAt = tableAt + path * pair.rowLength;
    for (let at = rowAt; at < rowAt + pair.rowLength; at += 2) {
      const word = codeWordAt(bytes, at, true);
      if (isCodeWord(word) && !words.has(word)) words.set(word, at);
    }
  }
  return words;
}
