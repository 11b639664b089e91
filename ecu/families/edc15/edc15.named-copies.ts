import type { Image } from '../../image.ts';
import { layout } from './edc15.layout.ts';
import { findReports, wordAt } from './edc15.rail-calls.ts';

const { pageLength, limitLength } = layout.railPaths;

/**
 * Whether the program names all of these time limits in every copy of the calibration. A copy is a page whose list of
 * addresses leads to some of them; a page whose addresses lead to equal limits that are not among them is a copy that
 * was missed.
 */
export function areNamedInEveryCopy(image: Image, limitsAt: readonly number[]): boolean {
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
