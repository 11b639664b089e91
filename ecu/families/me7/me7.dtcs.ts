import { codeOfWord, vagNumberOfCode } from '../../dtc/spelling.ts';
import type { Change, DtcListing, DtcRow } from '../../family.ts';
import type { Image } from '../../image.ts';
import { changeWithCopy, listPlaces, programOf } from './me7.program.ts';
import { codesPerPath, rowLength, solveTables } from './me7.tables.ts';

export function listMe7Dtcs(image: Image): DtcListing {
  const solved = image.memo(solveTables);
  if ('reason' in solved) return { outcome: 'not found', reason: solved.reason };
  const { tables } = solved;
  return {
    outcome: 'found',
    tableAt: tables.codesAt[0] as number,
    rows: image.memo(listRows),
    confirmedBy: [...tables.confirmedBy],
    notSwitchable: null,
  };
}

export function switchMe7DtcsOff(image: Image, codes: readonly string[]): Change[] {
  const program = programOf(image);
  const solved = image.memo(solveTables);
  if (program === null || 'reason' in solved) return [];
  const requested = new Set(codes);
  const paths = new Set(
    image
      .memo(listRows)
      .filter(({ code }) => requested.has(code))
      .flatMap((row) => row.paths),
  );
  return [...paths].flatMap((path) =>
    changeWithCopy(image, program, solved.tables.classesAt + path, [0], `class 0 for fault path ${path}`),
  );
}

function listRows(image: Image): DtcRow[] {
  const program = programOf(image);
  const solved = image.memo(solveTables);
  if (program === null || 'reason' in solved) return [];
  const { paths, classesAt, codesAt } = solved.tables;
  const codesOfPath = Array.from({ length: paths }, (_, path) => readCodes(image, codesAt, path));
  const pathsOfCode = new Map<number, number[]>();
  codesOfPath.forEach((words, path) => {
    for (const word of words) pathsOfCode.set(word, [...(pathsOfCode.get(word) ?? []), path]);
  });
  return [...pathsOfCode]
    .sort(([first], [second]) => first - second)
    .map(([word, entries]) => {
      const shared = new Set(entries.flatMap((path) => codesOfPath[path] as number[]));
      const off = entries.filter((path) => image.bytes[classesAt + path] === 0).length;
      const makerNumber = vagNumberOfCode(spellNumber(word));
      return {
        code: spellNumber(word),
        number: word,
        ...(makerNumber === null ? {} : { makerNumber: String(makerNumber) }),
        state: off === entries.length ? 'off' : off === 0 ? 'on' : 'partial',
        paths: entries,
        sharedWith: [...shared].filter((other) => other !== word).map(spellNumber),
        entriesAt: entries.flatMap((path) => listPlaces(program, classesAt + path)),
      };
    });
}

function spellNumber(word: number): string {
  return codeOfWord(word) ?? '';
}

/** Returns the codes of one path, each once. */
function readCodes(image: Image, codesAt: readonly number[], path: number): number[] {
  const words = codesAt.flatMap((tableAt) =>
    Array.from({ length: codesPerPath }, (_, column) => image.u16le(tableAt + path * rowLength + column * 2) ?? 0),
  );
  return [...new Set(words)].filter((word) => word !== 0);
}
