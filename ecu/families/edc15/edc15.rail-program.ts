import type { Image } from '../../image.ts';
import { layout } from './edc15.layout.ts';
import { findReports, wordAt } from './edc15.rail-calls.ts';
import type { Reports } from './edc15.rail-calls.ts';
import type { RailForm, RailTable } from './edc15.rail-paths.ts';

/** A fault path as the program names it, in one copy of the calibration. `limitsAt` is null if one is not certain. */
export type NamedPath = { headAt: number; limitsAt: number[] | null };

export type RailProgram = {
  calls: number;
  /** How many paths the program counts, and how many of their heads look like heads in the copy that has the most. */
  pathCount: number;
  heads: number;
  /** Number of paths whose head has the address of a time limit directly beside its own. */
  beside: number;
  paths: NamedPath[];
};

/** The program's list of where in the calibration the address of each path's head stands. */
type HeadList = { at: number; fields: number[]; copies: Copy[] };

/** A copy of the calibration; its addresses are counted from `start`. */
type Copy = { start: number; heads: number };

const { pathCounts, besideNeeded, besideLead, pageLength, limitLength, limitShapeNeeded } = layout.railPaths;

/** Returns what the program states about its fault paths; null when one of the relations is missing. */
export function findRailProgram(image: Image, { form, paths: found }: RailTable): RailProgram | null {
  const reports = findReports(image);
  const list = reports === null ? null : findHeadList(image, new Set(found.map(({ at }) => at)));
  if (reports === null || list === null) return null;
  const { fields, copies } = list;
  if ([...reports.fieldsByPath.keys()].some((path) => path >= fields.length)) return null;
  const beside = countBeside(fields, reports, form);
  if (beside === 0) return null;
  const paths = copies.map((copy) => namePaths(image, fields, reports, copy));
  if (paths.includes(null)) return null;
  return {
    calls: reports.calls,
    pathCount: fields.length,
    heads: Math.max(...copies.map(({ heads }) => heads)),
    beside,
    paths: paths.flatMap((named) => named ?? []),
  };
}

/** mov r0, #list · mov r1, #… · mov r2, r0 · add r2, #length · cmp r0, r2 */
const walkLength = 14;

function isWalk(bytes: Uint8Array, at: number): boolean {
  return (
    bytes[at + 1] === 0xf0 &&
    bytes[at + 4] === 0xe6 &&
    bytes[at + 5] === 0xf1 &&
    bytes[at + 8] === 0xf0 &&
    bytes[at + 9] === 0x20 &&
    bytes[at + 10] === 0x06 &&
    bytes[at + 11] === 0xf2
  );
}

/** Finds the one list that the program walks through, in the one page of memory where it names heads. */
function findHeadList(image: Image, isHead: ReadonlySet<number>): HeadList | null {
  const { bytes } = image;
  const walks: number[] = [];
  for (let at = 0; at + walkLength + 2 <= bytes.length; at += 2) {
    if (bytes[at] !== 0xe6) continue;
    const isCompared = bytes[at + walkLength] === 0x40 && bytes[at + walkLength + 1] === 0x02;
    if (isWalk(bytes, at) && isCompared) walks.push(at);
  }
  const [walk] = walks;
  if (walk === undefined || walks.length > 1) return null;
  const offset = wordAt(bytes, walk + 2) % pageLength;
  const count = wordAt(bytes, walk + 12) / 2;
  if (!Number.isInteger(count) || count < pathCounts.least || count > pathCounts.most) return null;
  const lists: HeadList[] = [];
  for (let at = offset; at + 2 * count <= bytes.length; at += pageLength) {
    const fields = Array.from({ length: count }, (_, path) => wordAt(bytes, at + 2 * path));
    if (fields.some((field) => field % 2 === 1 || field >= pageLength)) continue;
    const copies = listCopies(bytes, fields, isHead);
    if (copies.length > 0) lists.push({ at, fields, copies });
  }
  const [list] = lists;
  return list === undefined || lists.length > 1 ? null : list;
}

/** Lists the copies in which at least half of the addresses lead to heads. */
function listCopies(bytes: Uint8Array, fields: readonly number[], isHead: ReadonlySet<number>): Copy[] {
  const copies: Copy[] = [];
  for (let start = 0; start + pageLength <= bytes.length; start += pageLength) {
    const heads = fields.filter((field) => isHead.has(start + wordAt(bytes, start + field))).length;
    if (2 * heads >= fields.length) copies.push({ start, heads });
  }
  return copies;
}

/** From the address of a head to that of a limit: directly after it, or directly before it. */
const [behind, before] = [2, -2];

/**
 * The calibration's addresses are in the same order as its data, so the head and a limit of a path are often
 * neighbours: the limits stand before the head or, in the long form according to an A2L of BMW, after it. Returns 0 if
 * that is rare, or if it is not much rarer when the list begins one or two paths earlier or later. Alternating heads
 * and limits look alike from both sides; they are accepted only where the A2L states the side.
 */
function countBeside(fields: readonly number[], { fieldsByPath: fieldsOf }: Reports, form: RailForm): number {
  const count = (side: number, shift: number) =>
    [...fieldsOf].filter(([path, limits]) => limits.includes((fields[path + shift] ?? -side) + side)).length;
  const countRivals = (side: number) => Math.max(...[-2, -1, 1, 2].map((shift) => count(side, shift)));
  const isClear = (beside: number, others: number) => beside >= besideNeeded && beside >= besideLead * others;
  const [following, leading] = [count(behind, 0), count(before, 0)];
  if (form === 'long' && isClear(following, countRivals(behind))) return following;
  return isClear(leading, Math.max(countRivals(before), countRivals(behind))) ? leading : 0;
}

/** Returns null when the supposed time limits are something else: the addresses are not relative to `start` then. */
function namePaths(
  image: Image,
  fields: readonly number[],
  { fieldsByPath: fieldsOf }: Reports,
  { start }: Copy,
): NamedPath[] | null {
  const { bytes } = image;
  const placeOf = (field: number) => start + wordAt(bytes, start + field);
  const placesByPath = new Map([...fieldsOf].map(([path, limits]) => [path, limits.map(placeOf)]));
  const places = [...placesByPath.values()].flat();
  const shaped = places.filter((at) => isLimit(bytes, at)).length;
  if (100 * shaped < limitShapeNeeded * places.length || overlap(places)) return null;
  return fields.map((field, path) => {
    const limitsAt = placesByPath.get(path) ?? [];
    const isCertain = limitsAt.length > 0 && limitsAt.every((at) => isLimit(bytes, at));
    return { headAt: placeOf(field), limitsAt: isCertain ? limitsAt : null };
  });
}

/** Whether this can be a limit: two times, then a type of its kind and 0. */
function isLimit(bytes: Uint8Array, at: number): boolean {
  return at + limitLength <= bytes.length && bytes[at + limitLength - 1] === 0;
}

function overlap(places: readonly number[]): boolean {
  const sorted = places.toSorted((one, other) => one - other);
  return sorted.some((at, index) => index > 0 && at - (sorted[index - 1] as number) < limitLength);
}
