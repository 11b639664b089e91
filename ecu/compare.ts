import { analyse } from './analyse.ts';
import type { Analysis } from './analyse.ts';
import { listAllChecksums } from './copies.ts';
import type { FactName } from './fact-names.ts';
import type { Area, Checksum, DtcRow, DtcState, Facts } from './family.ts';
import type { Window } from './image.ts';

/** What the changed bytes belong to. `unknown`: the family does not know what this range is for. */
export type RegionKind = 'trouble code cells' | 'checksum' | 'signature' | Area['kind'] | 'unknown';

/** A range in which bytes differ; up to `regionGap` equal bytes in a row do not end it. */
export type Region = Window & { bytesChanged: number; kind: RegionKind; name?: string };

/** A fact that differs between the two files, or that only one of them has. */
export type FactDifference = { name: FactName; original: string | null; modified: string | null };

export type Comparison = {
  originalSizeBytes: number;
  modifiedSizeBytes: number;
  /** same: one family and one program. other: another family, or another program of it. unknown: not recognised. */
  controlUnit: 'same' | 'other' | 'unknown';
  factDifferences: FactDifference[];
  bytesChanged: number;
  regions: Region[];
  /** How many more regions there are than are listed; their bytes are included in `bytesChanged`. */
  regionsLeftOut: number;
  /** Codes whose state differs; null when one of the two has no table that could be read. */
  dtcDifferences: DtcDifference[] | null;
  originalChecksums: Checksum[] | null;
  modifiedChecksums: Checksum[] | null;
};

const regionGap = 16;
const regionLimit = 4096;

/** Facts that identify the program: if one of them differs, the files hold different programs. */
const namingFacts: readonly FactName[] = ['softwareNumber', 'hardwareNumber', 'partNumber', 'softwareId', 'model'];

/**
 * Compares a modified file with its original. Neither is modified; sizes may differ. Both are compared in the form in
 * which they were read, so a byte-swapped file has its regions at the same offsets as a plain one. The other copies of a
 * memory, and what lies beside it, follow behind it.
 */
export function compare(original: Uint8Array, modified: Uint8Array): Comparison {
  return compareAnalyses(analyse(original), analyse(modified));
}

/** The same as `compare`, for files that have already been analysed. */
export function compareAnalyses(original: Analysis, modified: Analysis): Comparison {
  const before = readProgram(original);
  const after = readProgram(modified);
  const factDifferences = listDifferingFacts(before.facts, after.facts);
  const dtcDifferences = listDifferingCodes(before.rows, after.rows);
  const regions = listRegions(before.whole, after.whole, markCells(before, dtcDifferences ?? []));
  return {
    originalSizeBytes: original.inspection.sizeBytes,
    modifiedSizeBytes: modified.inspection.sizeBytes,
    controlUnit: compareControlUnit(before, after, factDifferences),
    factDifferences,
    bytesChanged: regions.reduce((sum, { bytesChanged }) => sum + bytesChanged, 0),
    regions: regions.slice(0, regionLimit).map((region) => nameRegion(region, before)),
    regionsLeftOut: Math.max(0, regions.length - regionLimit),
    dtcDifferences,
    originalChecksums: original.checksums && listAllChecksums(original),
    modifiedChecksums: modified.checksums && listAllChecksums(modified),
  };
}

type Program = Pick<Analysis, 'image' | 'family' | 'checksums'> & {
  /** The copies of the memory, one behind the other, and then what lies beside them. */
  whole: Uint8Array;
  copies: number;
  facts: Facts;
  rows: DtcRow[] | null;
  areas: Area[];
};

function readProgram({ inspection, image, family, listing, checksums }: Analysis): Program {
  const { identification, form } = inspection;
  return {
    image,
    whole: form.whole(),
    copies: 1 + form.copies.length,
    family,
    facts: identification.outcome === 'recognised' ? identification.facts : {},
    // Codes that were found without knowing the table have no states to compare.
    rows: listing?.outcome === 'found' && listing.rows.every(({ state }) => state !== 'unknown') ? listing.rows : null,
    checksums,
    areas: family?.areas?.(image) ?? [],
  };
}

function compareControlUnit(before: Program, after: Program, differences: FactDifference[]): Comparison['controlUnit'] {
  if (before.family === null && after.family === null) return 'unknown';
  if (before.family !== after.family) return 'other';
  return differences.some(({ name }) => namingFacts.includes(name)) ? 'other' : 'same';
}

function listDifferingFacts(before: Facts, after: Facts): FactDifference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])] as FactName[];
  return names
    .map((name) => ({ name, original: before[name]?.value ?? null, modified: after[name]?.value ?? null }))
    .filter(({ original, modified }) => original !== modified);
}

type DtcDifference = { code: string; original: DtcState | null; modified: DtcState | null };

function listDifferingCodes(before: DtcRow[] | null, after: DtcRow[] | null): DtcDifference[] | null {
  if (before === null || after === null) return null;
  const stateBefore = new Map(before.map(({ code, state }) => [code, state]));
  const stateAfter = new Map(after.map(({ code, state }) => [code, state]));
  return [...new Set([...stateBefore.keys(), ...stateAfter.keys()])]
    .map((code) => ({ code, original: stateBefore.get(code) ?? null, modified: stateAfter.get(code) ?? null }))
    .filter(({ original, modified }) => original !== modified);
}

const noMark = 0;
const cellMark = 1;
/** A mark of this value or more denotes a checksum: the difference is its index. */
const firstChecksumMark = 2;

/** Marks the bytes of the original whose purpose is known: cells of codes that were switched off, and of checksums. */
function markCells(program: Program, differences: readonly DtcDifference[]): Uint16Array {
  const { image, family, checksums, whole, copies } = program;
  const marks = new Uint16Array(whole.length);
  const codes = differences
    .filter(({ original, modified }) => (original === 'on' || original === 'partial') && modified !== null)
    .map(({ code }) => code);
  const changes = codes.length === 0 ? [] : (family?.dtcs?.switchOff?.(image, codes) ?? []);
  for (const { at, after } of changes) marks.fill(cellMark, at, at + after.length);
  checksums?.slice(0, 0xffff - firstChecksumMark).forEach(({ cells }, index) => {
    for (const { at, end } of cells) marks.fill(firstChecksumMark + index, at, end);
  });
  for (let copy = 1; copy < copies; copy += 1) marks.copyWithin(copy * image.sizeBytes, 0, image.sizeBytes);
  return marks;
}

type MarkedRegion = Window & { bytesChanged: number; mark: number };

function listRegions(original: Uint8Array, modified: Uint8Array, marks: Uint16Array): MarkedRegion[] {
  const regions: MarkedRegion[] = [];
  let last: MarkedRegion | undefined;
  const length = Math.max(original.length, modified.length);
  for (let at = 0; at < length; at += 1) {
    if (original[at] === modified[at]) continue;
    const mark = marks[at] ?? noMark;
    if (last !== undefined && at - last.end <= regionGap && last.mark === mark) {
      last.end = at + 1;
      last.bytesChanged += 1;
    } else {
      last = { at, end: at + 1, bytesChanged: 1, mark };
      regions.push(last);
    }
  }
  return regions;
}

function nameRegion({ mark, ...region }: MarkedRegion, { image, copies, checksums, areas }: Program): Region {
  if (mark === cellMark) return { ...region, kind: 'trouble code cells' };
  const checksum = checksums?.[mark - firstChecksumMark];
  if (checksum !== undefined) {
    return { ...region, kind: checksum.kind === 'signature' ? 'signature' : 'checksum', name: checksum.name };
  }
  const { sizeBytes } = image;
  const from = region.at < sizeBytes * copies ? region.at % sizeBytes : region.at;
  const area = areas.find(({ at, end }) => from >= at && from + region.end - region.at <= end);
  return area === undefined ? { ...region, kind: 'unknown' } : { ...region, kind: area.kind, name: area.name };
}
