import { changeAt } from '../../change.ts';
import { codeOfWord } from '../../dtc/spelling.ts';
import { widelyUsedCodes } from '../../dtc/widely-used-codes.ts';
import type { Change, DtcListing, DtcRow, DtcState } from '../../family.ts';
import type { Image } from '../../image.ts';
import type { Sentence } from '../../sentence.ts';
import { sentence } from '../../sentence.ts';
import { findCommonRailBlocks } from './edc15.common-rail.ts';
import { layout } from './edc15.layout.ts';
import type { RailForm, RailTable } from './edc15.rail-paths.ts';
import { findRailPaths, isCodeWord, isDecimalCode, readNumbers } from './edc15.rail-paths.ts';
import type { RailProgram } from './edc15.rail-program.ts';
import { findRailProgram } from './edc15.rail-program.ts';

const { pathsNeeded, widelyUsedNeeded, sameFirstNeeded } = layout.railPaths;

/** A fault path with its codes. `limitsAt` is null when it is not known which time limits belong to it. */
type RailEntry = { at: number; numbers: number[]; limitsAt: number[] | null };

type Rail = { table: RailTable; program: RailProgram | null; entries: RailEntry[]; widelyUsed: number };

/** Returns null unless enough heads of fault paths of the common rail units are found to rule out chance. */
export function findRail(image: Image): Rail | null {
  if (image.sizeBytes !== layout.smallBytes) return null;
  const tables = (['long', 'short'] as const)
    .map((form) => findRailPaths(image, form))
    .filter((table) => table !== null);
  const [table] = tables.toSorted((one, other) => other.paths.length - one.paths.length);
  if (table === undefined || table.paths.length < pathsNeeded) return null;
  const program = findRailProgram(image, table);
  const entries = program === null ? entriesOfHeads(table) : entriesOfProgram(image, program, table.form);
  const codes = new Set(entries.flatMap(({ numbers }) => numbers).map((number) => spellCode(number, table.form)));
  const widelyUsed = [...codes].filter((code) => widelyUsedCodes.has(code)).length;
  const isOneKind = 100 * table.sameFirst >= sameFirstNeeded * table.paths.length;
  return isOneKind && widelyUsed >= widelyUsedNeeded ? { table, program, entries, widelyUsed } : null;
}

function entriesOfHeads({ paths }: RailTable): RailEntry[] {
  return paths.map((path) => ({ ...path, limitsAt: null }));
}

function entriesOfProgram(image: Image, { paths }: RailProgram, form: RailForm): RailEntry[] {
  const { headLength } = layout.railPaths.forms[form];
  return paths
    .filter(({ headAt }) => image.has(headAt, headLength))
    .map(({ headAt, limitsAt }) => ({ at: headAt, numbers: readNumbers(image.bytes, headAt, form), limitsAt }));
}

export function listRail({ table, program, entries, widelyUsed }: Rail, image: Image): DtcListing {
  const heads = table.paths.length;
  const confirmedBy = [
    `${table.sameFirst} of ${heads} fault paths store the same value first.`,
    `${widelyUsed} of their codes are ones that nearly every engine control unit can set.`,
  ];
  const notSwitchable = checkRail(image, program, entries);
  if (program !== null) {
    confirmedBy.push(
      `${program.calls} calls of one routine in the program name a fault path and its time limit, and no call is otherwise.`,
      `The program counts ${program.pathCount} fault paths, and ${program.heads} of them lead to such a head.`,
      `${program.beside} of them have a time limit directly beside the head.`,
    );
  }
  return {
    outcome: 'found',
    tableAt: entries[0]?.at ?? 0,
    rows: listRows(image, entries, table.form, notSwitchable === null),
    confirmedBy,
    notSwitchable,
  };
}

function checkRail(image: Image, program: RailProgram | null, entries: readonly RailEntry[]): Sentence | null {
  if (program === null) return sentence('limits_apart_from_codes');
  const isCovered = (at: number) => isSummed(image, at);
  return entries.every(({ limitsAt }) => (limitsAt ?? []).every(isCovered))
    ? null
    : sentence('checksum_scheme_unknown');
}

/** Whether the time limit lies in a block whose sum is known. */
export function isSummed(image: Image, at: number): boolean {
  const blocks = image.memo(findCommonRailBlocks)?.summed ?? [];
  return blocks.some(({ window }) => at >= window.at && at + layout.railPaths.limitLength <= window.end);
}

/**
 * In a table that may be switched, a code is left out if it also occurs in a path whose time limits are not proved:
 * nothing could be stated about it, and it could be switched off in only part of its paths.
 */
function listRows(image: Image, entries: readonly RailEntry[], form: RailForm, isSwitchable: boolean): DtcRow[] {
  const rowByCode = new Map<string, DtcRow>();
  for (const [path, { at, numbers, limitsAt }] of entries.entries()) {
    for (const number of numbers) {
      const code = spellCode(number, form);
      const row = rowByCode.get(code) ?? { code, number, state: 'unknown', paths: [], sharedWith: [], entriesAt: [] };
      rowByCode.set(code, row);
      row.paths.push(path);
      row.entriesAt.push(...(limitsAt ?? [at]));
    }
  }
  return [...rowByCode.values()]
    .filter(({ paths }) => !isSwitchable || paths.every((path) => entries[path]?.limitsAt != null))
    .map((row): DtcRow => {
      const own = row.paths.flatMap((path) => entries[path] ?? []);
      const shared = new Set(own.flatMap(({ numbers }) => numbers.map((number) => spellCode(number, form))));
      shared.delete(row.code);
      return { ...row, state: isSwitchable ? readState(image, own) : 'unknown', sharedWith: [...shared].sort() };
    })
    .sort((one, other) => (one.code < other.code ? -1 : 1));
}

function readState(image: Image, paths: readonly RailEntry[]): DtcState {
  const limitsAt = paths.flatMap((path) => path.limitsAt ?? []);
  const off = limitsAt.filter((at) => neverBytes.every((byte, index) => image.bytes[at + index] === byte)).length;
  return off === 0 ? 'on' : off === limitsAt.length ? 'off' : 'partial';
}

/** Never detected, never healed; the type stays. Real files have this in paths of what the car lacks. */
const neverBytes = [0xff, 0xff, 0x00, 0x00];

export function switchOffRail({ entries, table }: Rail, image: Image, codes: readonly string[]): Change[] {
  return entries.flatMap(({ numbers, limitsAt }, path) => {
    if (!numbers.some((number) => codes.includes(spellCode(number, table.form)))) return [];
    return (limitsAt ?? []).flatMap((at) => changeAt(image, at, neverBytes, `fault path ${path}: never`));
  });
}

/**
 * SAE's code where the number spells one (in the long form, only of P0, P1 and U); otherwise the number as the maker
 * writes it, in four hexadecimal digits.
 */
function spellCode(number: number, form: RailForm): string {
  const isSpelled = isCodeWord(number) && (form === 'short' || isDecimalCode(number) || number >= 0xc000);
  const code = isSpelled ? codeOfWord(number) : null;
  return code ?? number.toString(16).toUpperCase().padStart(4, '0');
}
