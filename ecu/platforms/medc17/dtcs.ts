import { changeAt } from '../../change.ts';
import { codeOfWord } from '../../dtc/spelling.ts';
import type { Change, DtcListing, DtcRow, Dtcs } from '../../family.ts';
import type { Image, Window } from '../../image.ts';
import { isTooMuch, noCodeTest } from './alignment.ts';
import { calibrationTypes, listMedc17Blocks } from './blocks.ts';
import { listClassTables } from './classes.ts';
import { listStarts, listUnclearHeads } from './code-heads.ts';
import { countCodeWords, kindOfStretch } from './code-words.ts';
import type { CodeArray } from './codes.ts';
import { isMirror, listCodeArrays, listUnclearCodeArrays } from './codes.ts';
import { listNumberedFaults } from './numbered-faults.ts';
import { findPairedLists } from './paired-lists.ts';
import { sentence } from '../../sentence.ts';
import type { Sentence } from '../../sentence.ts';

// Every fault check has one index, which is the same in all arrays (labels of EDC17CP02 and MEVD17.2, zarboz/BMW-XDFs;
// ErickBastiaannet/DtcRemover; facts only). Class 0: the fault is not stored. No other array is ever written.

/** Classes, once for each variant of the car, and the codes that belong to them. */
type Solution = {
  starts: readonly number[];
  count: number;
  /** Absent: no control masks stand before the classes. */
  masksAt?: number;
  arrays: CodeArray[];
  confirmedBy: string[];
};

export const medc17Dtcs: Dtcs = {
  list: (image) => image.memo(listCodes),
  switchOff(image, codes) {
    const listing = image.memo(listCodes);
    if (listing.outcome !== 'found') return [];
    const places = listing.rows.flatMap(({ code, entriesAt }) => (codes.includes(code) ? entriesAt : []));
    return [...new Set(places)].flatMap((at): Change[] => changeAt(image, at, [0], 'fault class 0: not stored'));
  },
};

function listCodes(image: Image): DtcListing {
  const blocks = listMedc17Blocks(image).filter(({ type }) => calibrationTypes.includes(type));
  const solutions = withoutRepeated(
    withoutMistaken(
      image,
      blocks.flatMap((block) => solve(image, block)),
    ),
  );
  if (isTooMuch(image)) return notFound(sentence('no_confirmed_table'));
  const [solution, rival] = solutions;
  if (solution === undefined) return listNumberedFaults(image, blocks) ?? notFound(findMissingRelation(image));
  if (rival !== undefined) return notFound(sentence('dtc_table_at_several_offsets'));
  const { starts, count, arrays, confirmedBy } = solution;
  const [first, second] = arrays as [CodeArray, CodeArray?];
  if (arrays.length > 2 || (second !== undefined && !belongTogether(image, first, second, count))) {
    return notFound(sentence('several_code_lists'));
  }
  return {
    outcome: 'found',
    tableAt: starts[0] as number,
    rows: listRows(image, solution),
    confirmedBy,
    notSwitchable: whyNotSwitchable(image, blocks, solution),
  };
}

function whyNotSwitchable(image: Image, blocks: readonly Window[], solution: Solution): Sentence | null {
  if (blocks.some((block) => hasCopy(image, block, solution))) return sentence('classes_stored_twice');
  return solution.arrays.every(({ proof }) => proof === 'classes') ? sentence('classes_only_proof') : null;
}

const notFound = (reason: Sentence): DtcListing => ({ outcome: 'not found', reason });

function solve(image: Image, window: Window): Solution[] {
  const tables = listClassTables(image, window);
  const starts = listStarts(image, window);
  const solveBy = (list: typeof listCodeArrays) =>
    tables.flatMap((table): Solution[] => {
      const arrays = list(image, starts, table);
      if (arrays.length === 0) return [];
      const relation = `exactly ${table.count} control masks stand before the fault classes, and a marker behind as many classes`;
      return [{ ...table, arrays, confirmedBy: [relation, ...new Set(arrays.flatMap(({ reason }) => reason))] }];
    });
  const solutions = solveBy(listCodeArrays);
  // Classes that are off look like masks, so a smaller table may seem to lie in the classes of the true one.
  const isDoubtful = ({ masksAt = 0 }: Solution) => tables.some((table) => isInClasses(masksAt, table));
  if (!solutions.every(isDoubtful)) return solutions;
  const unclear = solveBy(listUnclearCodeArrays);
  if (unclear.length > 0) return unclear;
  return solutions.length > 0 ? solutions : solveByPairs(image, window);
}

const isInClasses = (masksAt: number, { starts, count }: Pick<Solution, 'starts' | 'count'>): boolean =>
  masksAt > (starts[0] as number) && masksAt < (starts.at(-1) as number) + count;

function solveByPairs(image: Image, window: Window): Solution[] {
  return findPairedLists(image, window).map(({ classesAt, count, listsAt, reason }) => ({
    starts: [classesAt],
    count,
    arrays: listsAt.map((at) => ({ at, kind: 'obd', reason })),
    confirmedBy: reason,
  }));
}

/**
 * Entries without a code, mask or class may be counted as part of all arrays or not. The pairing of classes and codes
 * stays the same, so the solution with the fewest entries is enough.
 */
function withoutRepeated(solutions: readonly Solution[]): Solution[] {
  const distinct: Solution[] = [];
  const pairings = ({ starts, arrays }: Solution) => arrays.map(({ at }) => at - 2 * (starts[0] as number));
  for (const solution of solutions.toSorted((one, other) => one.count - other.count)) {
    const isRepeated = distinct.some((one) => pairings(one).some((pairing) => pairings(solution).includes(pairing)));
    if (!isRepeated) distinct.push(solution);
  }
  return distinct;
}

/**
 * Where many classes are off, other tables fit as well, as these look like masks. If the classes prove one of them, too,
 * it is that one; else not one in the classes of another, nor one whose codes begin or end elsewhere than the list.
 */
function withoutMistaken(image: Image, solutions: readonly Solution[]): Solution[] {
  const proved = solutions.filter(({ arrays }) => arrays.every(({ proof = 'both' }) => proof === 'both'));
  if (proved.length > 0) return proved;
  return solutions.filter((solution) => !solutions.some((other) => isBetter(image, other, solution)));
}

function isBetter(image: Image, other: Solution, { masksAt = 0, count, arrays }: Solution): boolean {
  if (isInClasses(masksAt, other)) return true;
  if (other.arrays.some((one) => arrays.some(({ at }) => at < one.at && isEmpty(image, at, one.at)))) return true;
  if (other.masksAt !== masksAt || other.count === count) return false;
  const from = Math.min(count, other.count);
  const length = Math.max(count, other.count) - from;
  const hasMore = arrays.some(({ at, kind }) => {
    const stretch = kindOfStretch(image.memo(countCodeWords), at + 2 * from, length);
    return stretch === kind || stretch === 'unclear';
  });
  return hasMore === other.count > count;
}

/** Whether no word is a code: entries without one may be counted as part of the arrays or not. */
function isEmpty(image: Image, from: number, to: number): boolean {
  for (let at = from; at < to; at += 2) if ((image.u16le(at) ?? 0) > 1) return false;
  return true;
}

function belongTogether(image: Image, one: CodeArray, other: CodeArray, count: number): boolean {
  return one.kind !== other.kind || isMirror(image, other.at, one.at, count);
}

/** Length of a sample of the classes that is distinct from filler. */
const probeLength = 24;

/** Where variants of a data set have classes of their own, switching off in one of them would do only half of it. */
function hasCopy(image: Image, window: Window, { starts, count }: Solution): boolean {
  const isOther = (at: number) => starts.every((start) => at < start || at >= start + count);
  for (const share of [0.25, 0.5, 0.75]) {
    const probeAt = (starts[0] as number) + Math.floor(count * share);
    const probe = image.bytes.subarray(probeAt, probeAt + probeLength);
    if (new Set(probe).size < 5) continue;
    for (let next = image.find(probe, window); next !== null;) {
      if (isOther(next)) return true;
      next = image.find(probe, { at: next + 1, end: window.end });
    }
  }
  return false;
}

function listRows(image: Image, { starts, count, arrays }: Solution): DtcRow[] {
  const readers = arrays.map((array) => createReader(image, array, count));
  const codesByIndex = Array.from({ length: count }, (_, index) => codesAt(readers, index));
  const pathsByCode = new Map<string, { number: number; paths: number[] }>();
  for (const [path, codes] of codesByIndex.entries()) {
    for (const { code, number } of codes) {
      const row = pathsByCode.get(code);
      if (row === undefined) pathsByCode.set(code, { number, paths: [path] });
      else row.paths.push(path);
    }
  }
  return [...pathsByCode].map(([code, { number, paths }]) => {
    const entriesAt = paths.flatMap((path) => starts.map((start) => start + path));
    const offCount = entriesAt.filter((at) => image.u8(at) === 0).length;
    const others = paths.flatMap((path) => codesByIndex[path] ?? []).map((other) => other.code);
    return {
      code,
      number,
      state: offCount === 0 ? 'on' : offCount === entriesAt.length ? 'off' : 'partial',
      paths,
      sharedWith: [...new Set(others)].filter((other) => other !== code),
      entriesAt,
    };
  });
}

type Code = { code: string; number: number };

/** Returns a function that reads the code of an entry, or null where the word stands for none. */
function createReader(image: Image, { at, kind }: CodeArray, count: number): (index: number) => Code | null {
  const isNoCode = noCodeTest(image, at, count);
  return (index) => {
    const number = image.u16le(at + 2 * index);
    if (number === null || isNoCode(number)) return null;
    const code = kind === 'obd' ? codeOfWord(number) : number.toString(16).toUpperCase().padStart(4, '0');
    return code === null ? null : { code, number };
  };
}

/** Returns the codes of one entry: the OBD code, and the maker's where it differs. */
function codesAt(readers: readonly ((index: number) => Code | null)[], index: number): Code[] {
  const codes = readers.flatMap((read) => read(index) ?? []);
  return codes.filter(({ code }, place) => codes.findIndex((other) => other.code === code) === place);
}

/** Returns which relation is missing, from the file as a whole down to the arrays of its table. */
function findMissingRelation(image: Image): Sentence {
  const blocks = listMedc17Blocks(image);
  const calibration = blocks.filter(({ type }) => calibrationTypes.includes(type));
  if (blocks.length === 0) return sentence('no_block');
  if (calibration.length === 0) {
    return sentence('no_calibration_block');
  }
  if (calibration.some(({ end }) => end > image.sizeBytes)) {
    return sentence('calibration_cut_short');
  }
  const tables = calibration.flatMap((block) => listClassTables(image, block).map((table) => ({ block, table })));
  if (tables.length === 0) {
    return sentence('no_fault_classes');
  }
  const hasLists = tables.some(
    ({ block, table }) => listUnclearHeads(image, listStarts(image, block), table.count).length > 0,
  );
  return hasLists ? sentence('codes_do_not_follow_classes') : sentence('no_list_for_classes');
}
