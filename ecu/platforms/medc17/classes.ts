import type { Image, Window } from '../../image.ts';

/**
 * Where the classes of the fault checks may lie: `count` bytes from each of `starts`, directly after the control masks.
 * With two starts, the classes are stored for two variants of the car, one after the other.
 */
export type ClassTable = { starts: readonly number[]; count: number; masksAt: number; hasWideMasks: boolean };

// Bosch's names: DFC_CtlMsk u16[N] (u8[N] in some), DFES_Cls u8[N], then a byte, and MonEvtMSK0 FFFF, MonEvtMSK1 0000.
export const minEntries = 150;
export const maxEntries = 2500;
export const maxClass = 0x1e;
/** Bits 9 to 11 are set in nearly all masks; the two above them are allowed, too. */
const wideMaskBits = 0x1f00;
/** Words that are no masks: 8 of 889 and 2 of 1044 were seen, such as 8000, 80FF and FFFF. */
const oddMaskShare = 0.02;
const markerHigh = 0xff;
/** Zero words directly before the masks look like masks. */
const slackLimit = 4;
/** At most three were seen in any dump; the codes rule most of them out. */
const tablesLimit = 24;
const markersLimit = 200;
const maxVariants = 2;

/**
 * Lists every place where masks, classes and the marker after them fit together. Only the code arrays show which length
 * is the right one. The values of the classes do not matter, so a table is found again after codes were switched off.
 */
export function listClassTables(image: Image, window: Window): ClassTable[] {
  const tables: ClassTable[] = [];
  for (const run of listRuns(image, window)) {
    for (const hasWideMasks of [true, false]) tables.push(...tablesIn(image, run, window, hasWideMasks));
    if (tables.length >= tablesLimit) break;
  }
  return tables.slice(0, tablesLimit);
}

/** Finds stretches of bytes that can be classes, each followed by a marker. */
function listRuns(image: Image, window: Window): Window[] {
  const { bytes } = image;
  const runs: Window[] = [];
  const last = Math.min(window.end, image.sizeBytes) - 4;
  for (let at = window.at + (window.at & 1); at <= last && runs.length < markersLimit; at += 2) {
    if (bytes[at] !== markerHigh || bytes[at + 1] !== markerHigh || bytes[at + 2] !== 0 || bytes[at + 3] !== 0)
      continue;
    const run = runBefore(bytes, at, window.at);
    if (run !== null) runs.push(run);
  }
  return runs;
}

/** One byte and its padding stand between classes and marker; in EDC17C46 six more, which begin with 32 or 00 32. */
function runBefore(bytes: Uint8Array, markerAt: number, from: number): Window | null {
  const near = startOfSmallBytes(bytes, markerAt, from);
  if (markerAt - near >= minEntries + 2) return { at: near, end: markerAt - 2 };
  const isLonger = near === markerAt - 7 || near === markerAt - 6;
  if (!isLonger) return null;
  const far = startOfSmallBytes(bytes, markerAt - 8, from);
  return markerAt - 8 - far >= minEntries ? { at: far, end: markerAt - 8 } : null;
}

function startOfSmallBytes(bytes: Uint8Array, end: number, from: number): number {
  const first = Math.max(from, end - maxVariants * (maxEntries + 1) - 2);
  let at = end;
  while (at > first && (bytes[at - 1] as number) <= maxClass) at -= 1;
  return at;
}

function tablesIn(image: Image, run: Window, window: Window, hasWideMasks: boolean): ClassTable[] {
  const tables: ClassTable[] = [];
  const masks = countMasks(image, run.end, window.at, hasWideMasks);
  for (let variants = 1; variants <= maxVariants; variants += 1) {
    for (let count = minEntries; count <= maxEntries; count += 1) {
      const first = run.end - variants * even(count);
      const masksAt = first - (hasWideMasks ? 2 * count : even(count));
      if (first < run.at || masksAt < masks.from) break;
      if (!isWholeMasks(masks, masksAt, first, count)) continue;
      const starts = Array.from({ length: variants }, (_, index) => first + index * even(count));
      tables.push({ starts, count, masksAt, hasWideMasks });
    }
  }
  return tables;
}

/** Rounds up, as this compiler starts arrays at even offsets. */
export const even = (count: number) => count + (count & 1);

type Masks = { from: number; isMask: (word: number) => boolean; odd: Uint16Array; set: Uint16Array; image: Image };

/** Running totals, from the lowest offset on, of the words that are not masks and of those that are not 0. */
function countMasks(image: Image, end: number, windowAt: number, isWide: boolean): Masks {
  const from = Math.max(windowAt + (windowAt & 1), end - 4 * (maxEntries + 1));
  const isMask = isWide ? (word: number) => (word & ~wideMaskBits) === 0 : (word: number) => (word & ~0x101) === 0;
  const words = (end - from) >> 1;
  const odd = new Uint16Array(words + 1);
  const set = new Uint16Array(words + 1);
  for (let index = 0; index < words; index += 1) {
    const word = image.u16le(from + 2 * index) ?? 0;
    odd[index + 1] = (odd[index] as number) + (isMask(word) ? 0 : 1);
    set[index + 1] = (set[index] as number) + (word === 0 ? 0 : 1);
  }
  return { from, isMask, odd, set, image };
}

/** Whether entry 0 has no mask, hardly any word is something else, and what precedes the masks is not a mask. */
function isWholeMasks({ from, isMask, odd, set, image }: Masks, at: number, end: number, count: number): boolean {
  const isWide = end - at === 2 * count;
  if (isWide ? image.u16le(at) !== 0 : image.u8(at) !== 0) return false;
  const between = (totals: Uint16Array) => (totals[(end - from) >> 1] as number) - (totals[(at - from) >> 1] as number);
  if (between(odd) > (isWide ? count * oddMaskShare : 0)) return false;
  // Masks that are nearly all zero have to begin exactly where something else ends.
  const maxSlack = between(set) >= count >> 3 ? slackLimit : 0;
  if (!isWide && maxSlack === 0) return false;
  for (let slack = 0; slack <= maxSlack; slack += 1) {
    const before = image.u16le(at - 2 - 2 * slack) ?? 0xffff;
    if (!isMask(before)) return true;
    if (before !== 0) return false;
  }
  return false;
}
