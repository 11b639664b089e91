import { changeAt } from '../../change.ts';
import { codeOfWord } from '../../dtc/spelling.ts';
import type { Change, DtcListing, DtcRow, Dtcs } from '../../family.ts';
import type { Image, Window } from '../../image.ts';
import { calibrationTypes, listMedc17Blocks } from './blocks.ts';
import type { ClassTable } from './classes.ts';
import { listClassTables } from './classes.ts';
import type { CodeArray } from './codes.ts';
import { isMirror, listCodeArrays } from './codes.ts';
import { listNumberedFaults } from './numbered-faults.ts';

// Every fault check has one index, and all arrays are in its order (labels of EDC17CP02 and MEVD17.2, zarboz/BMW-XDFs;
// ErickBastiaannet/DtcRemover; facts only). Class 0: the fault is not stored. No other array is ever written.

type Solution = { classes: ClassTable; arrays: CodeArray[] };

export const medc17Dtcs: Dtcs = {
  list: (image) => image.recall(listCodes),
  switchOff(image, codes) {
    const listing = image.recall(listCodes);
    if (listing.outcome !== 'found') return [];
    const places = listing.rows.flatMap(({ code, entriesAt }) => (codes.includes(code) ? entriesAt : []));
    return [...new Set(places)].flatMap((at): Change[] => changeAt(image, at, [0], 'fault class 0: not stored'));
  },
};

function listCodes(image: Image): DtcListing {
  const blocks = listMedc17Blocks(image).filter(({ type }) => calibrationTypes.includes(type));
  if (blocks.length === 0) return notFound('The file has no block with calibration.');
  const solutions = blocks.flatMap((block) => solve(image, block));
  const [solution, rival] = solutions;
  if (solution === undefined) {
    const because = 'No table of fault classes and codes of one length was found.';
    return listNumberedFaults(image, blocks) ?? notFound(because);
  }
  if (rival !== undefined) return notFound('The DTC table could be at more than one offset.');
  const { classes, arrays } = solution;
  const [first, second] = arrays as [CodeArray, CodeArray?];
  if (arrays.length > 2 || (second !== undefined && !belongTogether(image, first, second, classes.count))) {
    return notFound('More than one list could hold the codes.');
  }
  return {
    outcome: 'found',
    tableAt: classes.at,
    rows: listRows(image, solution),
    confirmedBy: [
      `exactly ${classes.count} control masks stand before the fault classes, and a marker behind as many classes`,
      ...new Set(arrays.flatMap(({ because }) => because)),
    ],
    notSwitchable: blocks.some((block) => hasCopy(image, block, classes))
      ? 'The fault classes are stored twice, and which copy the control unit uses is not known.'
      : null,
  };
}

const notFound = (because: string): DtcListing => ({ outcome: 'not found', because });

function solve(image: Image, window: Window): Solution[] {
  const tables = listClassTables(image, window);
  const counts = [...new Set(tables.map(({ count }) => count))];
  return counts.flatMap((count) => {
    const arrays = listCodeArrays(image, window, count);
    if (arrays.length === 0) return [];
    return tables.filter((table) => table.count === count).map((classes) => ({ classes, arrays }));
  });
}

function belongTogether(image: Image, one: CodeArray, other: CodeArray, count: number): boolean {
  return one.kind !== other.kind || isMirror(image, other.at, one.at, count);
}

/** A window of the classes that says enough to be told from filling. */
const probeLength = 24;

/** Where variants of a data set have classes of their own, a switch in one of them would only be half of it. */
function hasCopy(image: Image, window: Window, { at, count }: ClassTable): boolean {
  for (const share of [0.25, 0.5, 0.75]) {
    const probeAt = at + Math.floor(count * share);
    const probe = image.bytes.subarray(probeAt, probeAt + probeLength);
    if (new Set(probe).size < 5) continue;
    for (let next = image.find(probe, window); next !== null;) {
      if (next < at || next >= at + count) return true;
      next = image.find(probe, { at: next + 1, end: window.end });
    }
  }
  return false;
}

function listRows(image: Image, { classes, arrays }: Solution): DtcRow[] {
  const codesOf = Array.from({ length: classes.count }, (_, index) => codesAt(image, arrays, index));
  const pathsOf = new Map<string, { number: number; paths: number[] }>();
  for (const [path, codes] of codesOf.entries()) {
    for (const { code, number } of codes) {
      const row = pathsOf.get(code);
      if (row === undefined) pathsOf.set(code, { number, paths: [path] });
      else row.paths.push(path);
    }
  }
  return [...pathsOf].map(([code, { number, paths }]) => {
    const entriesAt = paths.map((path) => classes.at + path);
    const offCount = entriesAt.filter((at) => image.u8(at) === 0).length;
    const others = paths.flatMap((path) => codesOf[path] ?? []).map((other) => other.code);
    return {
      code,
      number,
      state: offCount === 0 ? 'on' : offCount === paths.length ? 'off' : 'partial',
      paths,
      sharedWith: [...new Set(others)].filter((other) => other !== code),
      entriesAt,
    };
  });
}

/** The codes of one entry: the one of the law, and the maker's where it is another one. 0 and 1 stand for none. */
function codesAt(image: Image, arrays: readonly CodeArray[], index: number): { code: string; number: number }[] {
  const codes = arrays.flatMap(({ at, kind }) => {
    const number = image.u16le(at + 2 * index);
    if (index === 0 || number === null || number <= 1) return [];
    const code = kind === 'obd' ? codeOfWord(number) : number.toString(16).toUpperCase().padStart(4, '0');
    return code === null ? [] : [{ code, number }];
  });
  return codes.filter(({ code }, place) => codes.findIndex((other) => other.code === code) === place);
}
