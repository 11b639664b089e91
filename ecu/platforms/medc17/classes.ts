import type { Image, Window } from '../../image.ts';

/** Where the classes of the fault checks may lie: `count` bytes from `at` on, right behind the control masks. */
export type ClassTable = { at: number; count: number; masksAt: number; hasWideMasks: boolean };

// Bosch's names: DFC_CtlMsk u16[N] (u8[N] in some), DFES_Cls u8[N], then a byte, and MonEvtMSK0 FFFF, MonEvtMSK1 0000.
const entriesAtLeast = 150;
const entriesAtMost = 2500;
const highestClass = 0x1e;
/** Bits 9 to 11 are set in the masks seen; the two above are left room. */
const wideMaskBits = 0x1f00;
const narrowMaskBits = 0x01;
/** MonEvtMSK0 and MonEvtMSK1. */
const marker = 0x0000ffff;
/** Zero words right before the masks look like masks; so do the first classes when they are all zero. */
const slackLimit = 4;
/** Two at most were seen in any dump. */
const tablesLimit = 8;

/**
 * Every place where masks, classes and the marker behind them fit together. Only the code arrays tell which length is
 * the right one. The classes' own values do not matter, so that a table is found again after codes were switched off.
 */
export function listClassTables(image: Image, window: Window): ClassTable[] {
  const tables: ClassTable[] = [];
  for (const hasWideMasks of [true, false]) {
    let end = window.at;
    for (const run of listMaskRuns(image, window, hasWideMasks)) {
      // Runs come in order, and all that lie before the same large byte end there.
      if (end <= run.at) end = endOfSmallBytes(image, run.at);
      if (tables.length < tablesLimit) tables.push(...tablesFrom(image, run, end, hasWideMasks));
    }
  }
  return tables;
}

/** Runs of words (or bytes) that could be control masks, not all of them the same. */
function listMaskRuns(image: Image, window: Window, isWide: boolean): Window[] {
  const { bytes } = image;
  const runs: Window[] = [];
  const end = Math.min(window.end, image.sizeBytes) - 1;
  let startAt = -1;
  let nonZero = 0;
  for (let at = window.at + (window.at & 1); at < end; at += 2) {
    const word = (bytes[at] as number) | ((bytes[at + 1] as number) << 8);
    const isMask = isWide ? (word & ~wideMaskBits) === 0 : (word & ~(narrowMaskBits * 0x101)) === 0;
    if (isMask) {
      if (startAt < 0) startAt = at;
      if (word !== 0) nonZero += 1;
    } else if (startAt >= 0) {
      const entries = isWide ? (at - startAt) / 2 : at - startAt;
      if (entries >= entriesAtLeast && nonZero >= entriesAtLeast >> 3) runs.push({ at: startAt, end: at });
      startAt = -1;
      nonZero = 0;
    }
  }
  return runs;
}

function tablesFrom(image: Image, run: Window, smallBytesEnd: number, hasWideMasks: boolean): ClassTable[] {
  const tables: ClassTable[] = [];
  const end = endOfClasses(image, smallBytesEnd);
  if (end === null || end - run.at > 3 * (entriesAtMost + 1)) return [];
  for (let slack = 0; slack <= slackLimit; slack += 1) {
    const masksAt = run.at + 2 * slack;
    const isEntry0Clear = hasWideMasks ? image.u16le(masksAt) === 0 : image.u8(masksAt) === 0;
    for (const count of isEntry0Clear ? countsBetween(masksAt, end, hasWideMasks) : []) {
      const at = hasWideMasks ? masksAt + 2 * count : masksAt + even(count);
      // The run of masks may go on into the classes, but must not stop before them.
      if (count >= entriesAtLeast && at <= run.end + 1) tables.push({ at, count, masksAt, hasWideMasks });
    }
  }
  return tables;
}

/** Arrays of this compiler begin at even places. */
const even = (count: number) => count + (count & 1);

/** How many entries masks and classes can have that fill the bytes between: one answer at most, or two neighbours. */
function countsBetween(masksAt: number, end: number, hasWideMasks: boolean): number[] {
  const length = end - masksAt;
  if (!hasWideMasks) return length % 4 === 0 ? [length / 2, length / 2 - 1] : [];
  const count = Math.floor(length / 3);
  return 2 * count + even(count) === length ? [count] : [];
}

function endOfSmallBytes(image: Image, from: number): number {
  let at = from;
  while (at < image.sizeBytes && (image.bytes[at] as number) <= highestClass) at += 1;
  return at;
}

/** Where the classes end, filled up to an even place: a byte, its filling and the marker follow. */
function endOfClasses(image: Image, smallBytesEnd: number): number | null {
  if (image.u32le(smallBytesEnd) === marker) return smallBytesEnd - 2;
  // EDC17C46 has six bytes more, of which the second is too large for a class.
  return image.u32le(smallBytesEnd + 7) === marker ? smallBytesEnd - 1 : null;
}
