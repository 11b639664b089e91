import type { Checksum, Family } from './family.ts';
import type { Image, Window } from './image.ts';

/**
 * The checksums of an image as far as they can be judged; null: none of the family is known. If no real file of the
 * family has shown that its sums are computed right, they are judged only in a file that they all match.
 */
export function readChecksums(family: Family, image: Image): Checksum[] | null {
  const found = family.checksums?.(image) ?? null;
  if (found === null || family.areSumsProved === true || !found.some(isMismatch)) return found;
  return found.map((one) => (one.kind === 'signature' ? one : { ...one, state: 'unknown', cells: [], correct: null }));
}

const isMismatch = ({ kind, state }: Checksum): boolean => kind === 'sum' && state === 'wrong';

/** The ranges of those sums that were computed, whether they match or not. */
const listComputedRanges = (checksums: readonly Checksum[]): Window[] =>
  checksums.flatMap(({ kind, state, ranges }) => (kind === 'sum' && state !== 'unknown' ? ranges : []));

/** What percentage of so many bytes the known sums cover: 100 only if all of them, 0 only if none. */
export function computePercentCovered(sizeBytes: number, checksums: readonly Checksum[]): number {
  const covered = joinWindows(listComputedRanges(checksums)).reduce((total, { at, end }) => total + end - at, 0);
  if (covered === 0 || covered === sizeBytes) return covered === 0 ? 0 : 100;
  return Math.min(99, Math.max(1, Math.round((100 * covered) / sizeBytes)));
}

/** The same bytes in ascending windows that do not overlap. */
export function joinWindows(windows: readonly Window[]): Window[] {
  const joined: Window[] = [];
  for (const { at, end } of windows.toSorted((one, other) => one.at - other.at)) {
    const last = joined.at(-1);
    if (last !== undefined && at <= last.end) last.end = Math.max(last.end, end);
    else joined.push({ at, end });
  }
  return joined;
}
