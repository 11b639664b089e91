import { analyse } from './analyse.ts';
import type { Analysis } from './analyse.ts';
import { compareAnalyses } from './compare.ts';
import type { Comparison, Region, RegionKind } from './compare.ts';
import type { FactName } from './fact-names.ts';
import type { ChecksumState, DtcState } from './family.ts';

/** How a file names its control unit; the software number is null when it has none. */
export type Named = { maker: string; model: string; softwareNumber: string | null };

export type ReviewedChecksum = {
  name: string;
  kind: 'sum' | 'signature';
  state: ChecksumState;
  /** State in the original; null when the original has no checksum of this name. */
  stateBefore: ChecksumState | null;
};

/** `missing`: the table of the modified file does not hold the code. */
export type ReviewedCode = { code: string; state: DtcState | 'missing' };

/** What can be reported about a modified file and its original, all read from the bytes; null: not examined. */
export type Review = {
  original: Named | null;
  modified: Named | null;
  originalSizeBytes: number;
  modifiedSizeBytes: number;
  /** other: another family, or another program of it. unknown: at least the original is not recognised. */
  controlUnit: 'same' | 'other' | 'unknown';
  /** The naming facts that differ. */
  differences: { name: FactName; original: string | null; modified: string | null }[];
  bytesChanged: number;
  places: number;
  /** How many bytes of each kind changed; largest first. */
  kinds: { kind: RegionKind; bytes: number }[];
  /** The file from its first byte to its last in `stripCells` cells, one character each: see `stripSymbols`. */
  strip: string;
  /** null: the modified file is not recognised, or no checksum of its family is known. */
  checksums: ReviewedChecksum[] | null;
  /** null: the modified file has no table whose states can be read. */
  codes: ReviewedCode[] | null;
  /** Codes that were not off before, are off now, and were not requested. */
  alsoOff: string[];
};

export const stripCells = 128;

/** `-` nothing changed in the cell; otherwise the most significant change. */
const stripSymbols: Record<RegionKind, string> = {
  'trouble code cells': 'd',
  checksum: 's',
  signature: 's',
  boot: 'p',
  code: 'p',
  calibration: 'c',
  unknown: 'u',
};

/** Least significant first: an unexpected change takes precedence over what changes in every file. */
const DISPLAY_ORDER = ['s', 'u', 'c', 'd', 'p'];

/** Reviews a modified file before it is handed over. Neither file is modified. */
export function review(original: Uint8Array, modified: Uint8Array, requestedOff: readonly string[] = []): Review {
  const before = analyse(original);
  const after = analyse(modified);
  const comparison = compareAnalyses(before, after);
  const stateAfter = statesOf(after);
  return {
    original: nameOf(before),
    modified: nameOf(after),
    originalSizeBytes: comparison.originalSizeBytes,
    modifiedSizeBytes: comparison.modifiedSizeBytes,
    controlUnit: before.family === null ? 'unknown' : comparison.controlUnit,
    differences: comparison.factDifferences,
    bytesChanged: comparison.bytesChanged,
    places: comparison.regions.length + comparison.regionsLeftOut,
    kinds: countKinds(comparison),
    strip: drawStrip(comparison.regions, Math.max(getMemorySize(before), getMemorySize(after))),
    checksums: reviewChecksums(comparison),
    codes: stateAfter && requestedOff.map((code) => ({ code, state: stateAfter.get(code) ?? 'missing' })),
    alsoOff: (comparison.dtcDifferences ?? [])
      .filter(({ code, original: was, modified: is }) => is === 'off' && was !== null && !requestedOff.includes(code))
      .map(({ code }) => code),
  };
}

const getMemorySize = ({ inspection }: Analysis): number => inspection.form.memory.length;

function nameOf({ family, inspection: { identification } }: Analysis): Named | null {
  if (family === null || identification.outcome !== 'recognised') return null;
  const { model, softwareNumber } = identification.facts;
  return {
    maker: family.maker,
    model: model?.value ?? family.id.toUpperCase(),
    softwareNumber: softwareNumber?.value ?? null,
  };
}

/** null: there is no table, or it does not show which of its codes are off. */
function statesOf({ listing }: Analysis): Map<string, DtcState> | null {
  if (listing?.outcome !== 'found' || listing.rows.some(({ state }) => state === 'unknown')) return null;
  return new Map(listing.rows.map(({ code, state }) => [code, state]));
}

function countKinds({ regions }: Comparison): Review['kinds'] {
  const counts = new Map<RegionKind, number>();
  for (const { kind, bytesChanged } of regions) counts.set(kind, (counts.get(kind) ?? 0) + bytesChanged);
  return [...counts].map(([kind, bytes]) => ({ kind, bytes })).sort((one, other) => other.bytes - one.bytes);
}

function reviewChecksums({ originalChecksums, modifiedChecksums }: Comparison): ReviewedChecksum[] | null {
  if (modifiedChecksums === null || modifiedChecksums.length === 0) return null;
  const stateBefore = new Map((originalChecksums ?? []).map(({ name, state }) => [name, state]));
  return modifiedChecksums.map(({ name, kind, state }) => ({
    name,
    kind,
    state,
    stateBefore: stateBefore.get(name) ?? null,
  }));
}

function drawStrip(regions: readonly Region[], sizeBytes: number): string {
  const cells = Array.from({ length: stripCells }, () => '-');
  const perCell = Math.max(1, sizeBytes / stripCells);
  for (const { at, end, kind } of regions) {
    const symbol = stripSymbols[kind];
    const last = Math.min(stripCells - 1, Math.floor((end - 1) / perCell));
    for (let cell = Math.min(stripCells - 1, Math.floor(at / perCell)); cell <= last; cell += 1) {
      if (DISPLAY_ORDER.indexOf(symbol) > DISPLAY_ORDER.indexOf(cells[cell] ?? '-')) cells[cell] = symbol;
    }
  }
  return cells.join('');
}
