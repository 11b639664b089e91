import { codeOfWord } from '../../dtc/spelling.ts';
import type { DtcListing, DtcRow } from '../../family.ts';
import type { Image } from '../../image.ts';
import { layout } from './volvo-me7.layout.ts';

/** Four codes for each fault path. */
type Table = { at: number; paths: number };

const codesPerPath = 4;
const rowLength = codesPerPath * 2;
/** MOV Rw,#offset, MOV Rw,#page; and MOV Rw,[Rw+#offset] behind EXTP with the page. */
const loadImmediate = 0xE6;
const loadIndexed = 0xD4;
const extendPage = 0xD7;
const pageBits = 14;

export function listVolvoMe7Dtcs(image: Image): DtcListing {
  const table = image.recall(findTable);
  if (table === null) {
    return { answer: 'not found', because: 'The table of codes is not framed by its two unused paths.' };
  }
  return {
    answer: 'found',
    tableAt: table.at,
    rows: rowsOf(image, table),
    confirmedBy: [
      `The unused first and last of ${table.paths} paths have the code that Volvo gives them.`,
      `The program loads the address of the table of ${table.paths} x 4 codes.`,
    ],
    notSwitchable: 'Where this control unit keeps the class of a fault is not known, so the codes are only listed.',
  };
}

/** Unused paths frame the table, and the program knows its address: both, or there is no list. */
function findTable(image: Image): Table | null {
  const { at: start, end } = layout.codesWindow;
  const unusedAt: number[] = [];
  for (let at = start; at + rowLength <= Math.min(end, image.sizeBytes) && unusedAt.length < 8; at += 2) {
    if (isUnused(image, at)) unusedAt.push(at);
  }
  const [at, lastAt, other] = unusedAt;
  if (at === undefined || lastAt === undefined || other !== undefined) return null;
  const paths = (lastAt - at) / rowLength + 1;
  if (!Number.isInteger(paths) || paths < layout.leastPaths || paths > layout.mostPaths) return null;
  return areCodes(image, at, paths) && isLoaded(image, at) ? { at, paths } : null;
}

function isUnused(image: Image, at: number): boolean {
  for (let column = 0; column < codesPerPath; column += 1) {
    if (image.u16le(at + column * 2) !== layout.unusedCode) return false;
  }
  return true;
}

function areCodes(image: Image, at: number, paths: number): boolean {
  let known = 0;
  for (let entry = 0; entry < paths * codesPerPath; entry += 1) {
    const word = image.u16le(at + entry * 2) ?? 0;
    if (word === 0 || word >>> 14 === 0 || word >>> 14 === 3) known += 1;
  }
  return known === paths * codesPerPath;
}

function isLoaded(image: Image, tableAt: number): boolean {
  const { bytes } = image;
  const offset = tableAt & ((1 << pageBits) - 1);
  const page = tableAt >>> pageBits;
  for (let at = 4; at + 8 <= bytes.length; at += 2) {
    if (bytes[at + 2] !== (offset & 0xFF) || bytes[at + 3] !== offset >>> 8) continue;
    if (bytes[at] === loadImmediate && bytes[at + 4] === loadImmediate && bytes[at + 6] === page) return true;
    if (bytes[at] === loadIndexed && bytes[at - 4] === extendPage && bytes[at - 2] === page) return true;
  }
  return false;
}

function rowsOf(image: Image, { at, paths }: Table): DtcRow[] {
  const codesOf = (path: number): number[] => {
    const rowAt = at + path * rowLength;
    const words = Array.from({ length: codesPerPath }, (_, column) => image.u16le(rowAt + column * 2) ?? 0);
    return [...new Set(words)].filter((word) => word !== 0);
  };
  const pathsOfCode = new Map<number, number[]>();
  // The first and the last path are the unused ones.
  for (let path = 1; path < paths - 1; path += 1) {
    for (const word of codesOf(path)) pathsOfCode.set(word, [...(pathsOfCode.get(word) ?? []), path]);
  }
  return [...pathsOfCode].sort(([first], [second]) => first - second).map(([word, entries]) => ({
    code: codeOfWord(word) ?? '',
    number: word,
    // Which classes are off is not known; every code is shown as one that can be stored.
    state: 'on',
    paths: entries,
    sharedWith: [...new Set(entries.flatMap(codesOf))].flatMap((other) =>
      other === word ? [] : [codeOfWord(other) ?? ''],
    ),
    entriesAt: entries.map((path) => at + path * rowLength),
  }));
}
