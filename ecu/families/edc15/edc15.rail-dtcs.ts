import { changeAt } from '../../change.ts';
import { codeOfWord } from '../../dtc/spelling.ts';
import { widelyUsedCodes } from '../../dtc/widely-used-codes.ts';
import type { Change, DtcListing, DtcRow, DtcState } from '../../family.ts';
import type { Image } from '../../image.ts';
import type { Sentence } from '../../sentence.ts';
import { sentence } from '../../sentence.ts';
import { findCommonRailBlocks } from './edc15.common-rail.ts';
import { layout } from './edc15.layout.ts';
import type { RailPath, RailTable } from './edc15.rail-paths.ts';
import { findRailPaths, isDecimalCode } from './edc15.rail-paths.ts';

const { pathsNeeded, widelyUsedNeeded, followedNeeded, sameFirstNeeded } = layout.railPaths;

type Rail = { table: RailTable; entries: RailPath[]; widelyUsed: number };

/** Null where no heads of fault paths of the common rail units are found, in enough number to be no chance. */
export function findRail(image: Image): Rail | null {
  if (image.sizeBytes !== layout.smallBytes) return null;
  const tables = (['long', 'short'] as const)
    .map((form) => findRailPaths(image, form))
    .filter((table) => table !== null);
  const [table] = tables.toSorted((one, other) => other.paths.length - one.paths.length);
  if (table === undefined || table.paths.length < pathsNeeded) return null;
  const entries = mergeHeads(table);
  const codes = new Set(entries.flatMap(({ numbers }) => numbers).map(codeOf));
  const widelyUsed = [...codes].filter((code) => widelyUsedCodes.has(code)).length;
  const isOneKind = 100 * table.sameFirst >= sameFirstNeeded * table.paths.length;
  return isOneKind && widelyUsed >= widelyUsedNeeded ? { table, entries, widelyUsed } : null;
}

/** A head without time limits shares those of the next one, which follows it: the A2L names them after both. */
function mergeHeads({ form, paths }: RailTable): RailPath[] {
  if (form === 'short') return paths;
  const entries: RailPath[] = [];
  let waiting: RailPath[] = [];
  for (const [index, path] of paths.entries()) {
    const isFollowedByHead = paths[index + 1]?.at === path.at + layout.railPaths.forms.long.headLength;
    if (isFollowedByHead) {
      waiting.push(path);
      continue;
    }
    const numbers = [...new Set([...waiting, path].flatMap((one) => one.numbers))];
    entries.push({ ...path, numbers });
    waiting = [];
  }
  return entries;
}

export function listRail({ table, entries, widelyUsed }: Rail, image: Image): DtcListing {
  const heads = table.paths.length;
  const limits = entries.flatMap(({ limitsAt }) => limitsAt ?? []).length;
  const confirmedBy = [
    `${table.sameFirst} of ${heads} fault paths store the same value first.`,
    `${widelyUsed} of their codes are ones that nearly every engine control unit can set.`,
  ];
  const notSwitchable = checkRail(image, table, entries);
  if (table.form === 'long' && limits > 0) {
    confirmedBy.push(`${limits} time limits end where the head of the next path begins.`);
  }
  const tableAt = table.paths[0]?.at ?? 0;
  return {
    outcome: 'found',
    tableAt,
    rows: listRows(image, entries, notSwitchable === null),
    confirmedBy,
    notSwitchable,
  };
}

function checkRail(image: Image, table: RailTable, entries: readonly RailPath[]): Sentence | null {
  const isFollowed = 100 * table.followed >= followedNeeded * table.paths.length;
  if (table.form === 'short' || !isFollowed) return sentence('limits_apart_from_codes');
  const blocks = image.memo(findCommonRailBlocks)?.summed ?? [];
  const isSummed = (at: number) => blocks.some(({ window }) => at >= window.at && at < window.end);
  return entries.every(({ limitsAt }) => (limitsAt ?? []).every(isSummed)) ? null : sentence('checksum_scheme_unknown');
}

/**
 * In a table that may be switched, a code is left out when it also stands in a path whose time limits are not proved:
 * nothing could be stated about it, and it could be switched off in a part of its paths only.
 */
function listRows(image: Image, entries: readonly RailPath[], isSwitchable: boolean): DtcRow[] {
  const rowOf = new Map<string, DtcRow>();
  for (const [path, { at, numbers, limitsAt }] of entries.entries()) {
    for (const number of numbers) {
      const code = codeOf(number);
      const row = rowOf.get(code) ?? { code, number, state: 'unknown', paths: [], sharedWith: [], entriesAt: [] };
      rowOf.set(code, row);
      row.paths.push(path);
      row.entriesAt.push(...(limitsAt ?? [at]));
    }
  }
  return [...rowOf.values()]
    .filter(({ paths }) => !isSwitchable || paths.every((path) => entries[path]?.limitsAt != null))
    .map((row): DtcRow => {
      const own = row.paths.flatMap((path) => entries[path] ?? []);
      const shared = new Set(own.flatMap(({ numbers }) => numbers.map(codeOf)));
      shared.delete(row.code);
      return { ...row, state: isSwitchable ? stateOf(image, own) : 'unknown', sharedWith: [...shared].sort() };
    })
    .sort((one, other) => (one.code < other.code ? -1 : 1));
}

function stateOf(image: Image, paths: readonly RailPath[]): DtcState {
  const limitsAt = paths.flatMap((path) => path.limitsAt ?? []);
  const off = limitsAt.filter((at) => neverBytes.every((byte, index) => image.bytes[at + index] === byte)).length;
  return off === 0 ? 'on' : off === limitsAt.length ? 'off' : 'partial';
}

/** Never detected, never healed; the type stays. Real files hold this in paths of what the car lacks. */
const neverBytes = [0xff, 0xff, 0x00, 0x00];

export function switchOffRail({ entries }: Rail, image: Image, codes: readonly string[]): Change[] {
  return entries.flatMap(({ numbers, limitsAt }, path) => {
    if (!numbers.some((number) => codes.includes(codeOf(number)))) return [];
    return (limitsAt ?? []).flatMap((at) => changeAt(image, at, neverBytes, `fault path ${path}: never`));
  });
}

/** SAE's code where the number spells one; else the number as the maker writes it, in four hexadecimal digits. */
function codeOf(number: number): string {
  const code = isDecimalCode(number) ? codeOfWord(number) : null;
  return code ?? number.toString(16).toUpperCase().padStart(4, '0');
}
