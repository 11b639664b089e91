import { changeAt } from '../../change.ts';
import type { FaultEntry, FaultTable } from './edc15.records.ts';
import { findFaultTable, isNever, isVolkswagenNumber, neverBytes } from './edc15.records.ts';
import { listV41Calibrations } from './edc15.v41-marks.ts';
import { codeOfVagNumber, codeOfWord } from '../../dtc/spelling.ts';
import type { Change, DtcRow, Dtcs } from '../../family.ts';
import type { Image, Window } from '../../image.ts';
import { findScheme } from './edc15.checksums.ts';
import { layout } from './edc15.layout.ts';
import { findRail, isSummed, listRail, switchOffRail } from './edc15.rail-dtcs.ts';
import { sentence } from '../../sentence.ts';
import type { Sentence } from '../../sentence.ts';
import { findReports, wordAt } from './edc15.rail-calls.ts';

/** Fewer entries are a chance hit: the smallest real table measured has 60. */
const entriesNeeded = 30;

type Solved = { tables: FaultTable[]; copies: number; entries: FaultEntry[] };

export const edc15Dtcs: Dtcs = {
  list(image) {
    const solved = image.memo(solve);
    if (solved === null) {
      const rail = image.memo(findRail);
      return rail === null ? { outcome: 'not found', reason: sentence('no_volkswagen_paths') } : listRail(rail, image);
    }
    const [firstTable] = solved.tables;
    const rows = image.memo(listRows);
    const confirmedBy = listConfirmations(solved);
    if (firstTable === undefined || confirmedBy.length < 2) {
      return { outcome: 'not found', reason: sentence('paths_not_confirmed') };
    }
    const notSwitchable = checkSwitchable(image, solved);
    return { outcome: 'found', tableAt: firstTable.at, rows, confirmedBy, notSwitchable };
  },
  switchOff(image, codes) {
    const solved = image.memo(solve);
    const rail = solved === null ? image.memo(findRail) : null;
    if (rail !== null) return switchOffRail(rail, image, codes);
    const entries = solved?.entries ?? [];
    const chosen = image.memo(listRows).filter(({ code }) => codes.includes(code));
    return [...new Set(chosen.flatMap(({ paths }) => paths))].flatMap((path): Change[] => {
      const limitsAt = entries[path]?.limitsAt ?? [];
      return limitsAt.flatMap((at) => changeAt(image, at, neverBytes, `fault path entry ${path}: never`));
    });
  },
};

/** Reads each copy of the calibration separately: copies for manual and automatic gearboxes differ. */
function solve(image: Image): Solved | null {
  if (image.sizeBytes > layout.maxBytes) return null;
  const marked = image.memo(listV41Calibrations);
  const windows: Window[] = marked.length > 0 ? marked : [{ at: 0, end: image.sizeBytes }];
  for (const form of ['classic', 'compact'] as const) {
    const tables = windows.map((window) => findFaultTable(image, window, form)).filter((table) => table !== null);
    const enough = tables.filter(({ entries }) => entries.length >= entriesNeeded);
    if (enough.length > 0) {
      return { tables: enough, copies: marked.length, entries: enough.flatMap(({ entries }) => entries) };
    }
  }
  return null;
}

function listRows(image: Image): DtcRow[] {
  const entries = image.memo(solve)?.entries ?? [];
  const rowByCode = new Map<string, DtcRow & { limits: number; off: number }>();
  const codesByEntry = entries.map(codesOfEntry);
  for (const [path, codes] of codesByEntry.entries()) {
    const limitsAt = entries[path]?.limitsAt ?? [];
    const off = limitsAt.filter((at) => isNever(image.bytes, at)).length;
    for (const { code, number, makerNumber } of codes) {
      const row = rowByCode.get(code) ?? newRow(code, number);
      rowByCode.set(code, row);
      row.paths.push(path);
      row.entriesAt.push(...limitsAt);
      row.limits += limitsAt.length;
      row.off += off;
      // The maker's number is reported only where it stands beside the code; it is not computed.
      if (makerNumber !== undefined) row.makerNumber = makerNumber;
    }
  }
  return [...rowByCode.values()]
    .map(({ limits, off, ...row }): DtcRow => {
      const shared = new Set(row.paths.flatMap((path) => (codesByEntry[path] ?? []).map(({ code }) => code)));
      shared.delete(row.code);
      const state = off === 0 ? 'on' : off === limits ? 'off' : 'partial';
      return { ...row, state, sharedWith: [...shared].sort() };
    })
    .sort((one, other) => (one.code < other.code ? -1 : 1));
}

function newRow(code: string, number: number): DtcRow & { limits: number; off: number } {
  return { code, number, state: 'on', paths: [], sharedWith: [], entriesAt: [], limits: 0, off: 0 };
}

type Code = { code: string; number: number; makerNumber?: string };

/** A fault has Volkswagen's number and often an SAE code of its own, which may differ: both are listed. */
function codesOfEntry({ numbers, saeWords }: FaultEntry): Code[] {
  const codeByText = new Map<string, Code>();
  for (const number of numbers) {
    const makerNumber = String(number).padStart(5, '0');
    const isOlder = number > 0 && number < 0x4000;
    const code = isVolkswagenNumber(number) ? codeOfVagNumber(number) : isOlder ? makerNumber : null;
    if (code !== null) codeByText.set(code, { code, number, makerNumber });
  }
  for (const word of saeWords) {
    const code = word < 0x4000 ? codeOfWord(word) : null;
    if (code !== null && /^P\d{4}$/.test(code) && !codeByText.has(code)) codeByText.set(code, { code, number: word });
  }
  return [...codeByText.values()];
}

function listConfirmations({ tables, entries }: Solved): string[] {
  const confirmations: string[] = [];
  const paths = tables.reduce((sum, table) => sum + table.paths, 0);
  if (paths >= 2 * tables.length) {
    confirmations.push(`${paths} fault paths, each ending where the head of the next begins.`);
  }
  const twice = entries.filter(({ numbers, saeWords }) => {
    const [number = 0, word = 0] = [numbers[0], saeWords[0]];
    return isVolkswagenNumber(number) && codeOfVagNumber(number) === codeOfWord(word);
  });
  if (twice.length >= 10) confirmations.push(`${twice.length} entries hold one code in both spellings.`);
  const shapes = new Set(tables.map(shapeOf));
  if (tables.length > 1 && shapes.size === 1) confirmations.push(`All ${tables.length} copies hold the same codes.`);
  const known = entries.flatMap(({ numbers }) => numbers).filter((number) => number !== 0 && number < 0xff00);
  const legal = known.filter((number) => isVolkswagenNumber(number) || number < 0x2000);
  if (legal.length >= entriesNeeded && legal.length > 0.97 * known.length) {
    confirmations.push(`${legal.length} of ${known.length} numbers are ones that Volkswagen gives.`);
  }
  return confirmations;
}

function shapeOf({ at, entries }: FaultTable): string {
  return entries
    .map(({ numbers, saeWords, limitsAt }) => [...numbers, ...saeWords, (limitsAt[0] ?? 0) - at].join())
    .join(';');
}

function checkSwitchable(image: Image, solved: Solved): Sentence | null {
  const { tables, copies } = solved;
  if (copies === 0) return checkUnmarked(image, solved);
  if (tables.length < copies) return sentence('paths_not_in_every_copy');
  const counts = tables.map(({ entries }) => entries.length);
  if (Math.min(...counts) < 0.8 * Math.max(...counts)) return sentence('copies_differ');
  if (image.memo(findScheme) === null) return sentence('checksum_scheme_unknown');
  return null;
}

/** Unmarked copies count if the program names all of their limits, and a known sum covers each limit. */
function checkUnmarked(image: Image, { entries }: Solved): Sentence | null {
  const limitsAt = entries.flatMap((entry) => entry.limitsAt);
  if (!areNamedInEveryCopy(image, limitsAt)) return sentence('copies_not_marked');
  return limitsAt.every((at) => isSummed(image, at)) ? null : sentence('checksum_scheme_unknown');
}

const { pageLength, limitLength } = layout.railPaths;

/**
 * Whether the program names all of these time limits in every copy of the calibration. A copy is a page whose list of
 * addresses leads to some of them; a page whose addresses lead to equal limits that are not among them is a copy that
 * was missed.
 */
function areNamedInEveryCopy(image: Image, limitsAt: readonly number[]): boolean {
  const { bytes } = image;
  const fields = [...(findReports(image)?.fieldsByPath.values() ?? [])].flat();
  if (fields.length === 0 || fields.some((field) => field + 2 > pageLength)) return false;
  const limits = new Set(limitsAt);
  const pages: number[][] = [];
  for (let start = 0; start + pageLength <= bytes.length; start += pageLength) {
    pages.push(fields.map((field) => start + wordAt(bytes, start + field)));
  }
  const copies = pages.filter((places) => places.some((at) => limits.has(at)));
  const named = new Set(copies.flat());
  const [copy] = copies;
  if (copy === undefined || limitsAt.some((at) => !named.has(at))) return false;
  return pages.every((places) => copies.includes(places) || !isLike(bytes, places, copy));
}

/** Whether most limits of the two are equal. */
function isLike(bytes: Uint8Array, places: readonly number[], copy: readonly number[]): boolean {
  const equal = places.filter(
    (at, index) => readLimitText(bytes, at) === readLimitText(bytes, copy[index] ?? 0),
  ).length;
  return 2 * equal >= places.length;
}

const readLimitText = (bytes: Uint8Array, at: number) => bytes.subarray(at, at + limitLength).join();
