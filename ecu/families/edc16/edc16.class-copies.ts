import type { Image } from '../../image.ts';

/** Where a control unit stores the classes of its fault paths again, for another variant of the car. */
export type ClassCopies = {
  /** First bytes of the proved copies. */
  proved: number[];
  /** Where a stretch of the classes occurs again without a whole copy around it; null: nowhere. */
  unprovedAt: number | null;
};

type Classes = { classesAt: number; paths: number };

const pieceLength = 24;
const pieceStep = 4;
/** Pieces with one or two values occur everywhere. Where nearly all is switched off, there are few others. */
const kindsInPiece = 3;
/** Measured: 218 of 242, 474 of 475. The rest is what the variants do not have in common. */
const alikeShare = 0.85;
const endsAlike = 8;
/** So long a stretch of the same classes, with so many distinct values, is no coincidence. */
const minStretch = 48;
const kindsInStretch = 5;
const maxStarts = 256;
const classLast = 0x1e;
const classFlags = 0xc0;

/** Searches the whole file, as copies lie in other blocks than the table. */
export function findClassCopies({ bytes }: Image, { classesAt, paths }: Classes): ClassCopies {
  const starts = findLikelyStarts(bytes, classesAt, paths);
  const proved = starts.filter((start) => isCopy(bytes, classesAt, start, paths));
  // A copy in which the same classes recur also looks like itself at other offsets.
  const others = starts.filter((start) => proved.every((one) => Math.abs(one - start) >= paths));
  const unprovedAt = others.find((start) => hasStretch(bytes, classesAt, start, paths)) ?? null;
  return { proved: proved.sort((one, other) => one - other), unprovedAt };
}

/** Returns the first bytes of possible copies: where a piece of the classes recurs, minus its offset in them. */
function findLikelyStarts(bytes: Uint8Array, classesAt: number, paths: number): number[] {
  const buckets = new Map<number, number[]>();
  for (let piece = 0; piece + pieceLength <= paths; piece += pieceStep) {
    const at = classesAt + piece;
    if (new Set(bytes.subarray(at, at + pieceLength)).size < kindsInPiece) continue;
    const hash = wordAt(bytes, at);
    buckets.set(hash, [...(buckets.get(hash) ?? []), piece]);
  }
  // Most pairs of bytes begin no piece, and need no lookup in the map.
  const isFirstPair = new Uint8Array(0x10000);
  for (const hash of buckets.keys()) isFirstPair[hash >>> 16] = 1;
  const starts = new Set<number>();
  if (buckets.size === 0) return [];
  const last = bytes.length - pieceLength;
  for (let at = 0; at <= last && starts.size < maxStarts; at += 1) {
    if (isFirstPair[((bytes[at] as number) << 8) | (bytes[at + 1] as number)] === 0) continue;
    const pieces = buckets.get(wordAt(bytes, at));
    if (pieces === undefined) continue;
    for (const piece of pieces) {
      const start = at - piece;
      const isOther = start >= 0 && (start >= classesAt + paths || start + paths <= classesAt);
      if (isOther && isSame(bytes, classesAt + piece, at, pieceLength)) starts.add(start);
    }
  }
  return [...starts];
}

const wordAt = (bytes: Uint8Array, at: number) =>
  ((bytes[at] as number) << 24) |
  ((bytes[at + 1] as number) << 16) |
  ((bytes[at + 2] as number) << 8) |
  (bytes[at + 3] as number);

function isSame(bytes: Uint8Array, one: number, other: number, length: number): boolean {
  for (let index = 0; index < length; index += 1) if (bytes[one + index] !== bytes[other + index]) return false;
  return true;
}

/** Whether all bytes are possible classes, begin and end like the original ones, and are nearly all the same. */
function isCopy(bytes: Uint8Array, classesAt: number, start: number, paths: number): boolean {
  if (start + paths > bytes.length) return false;
  if (!isSame(bytes, classesAt, start, endsAlike)) return false;
  if (!isSame(bytes, classesAt + paths - endsAlike, start + paths - endsAlike, endsAlike)) return false;
  let alike = 0;
  for (let path = 0; path < paths; path += 1) {
    const value = bytes[start + path] as number;
    if ((value & ~classFlags) > classLast) return false;
    if (value === bytes[classesAt + path]) alike += 1;
  }
  return alike >= paths * alikeShare;
}

function hasStretch(bytes: Uint8Array, classesAt: number, start: number, paths: number): boolean {
  let from = 0;
  for (let path = 0; path < paths; path += 1) {
    if (bytes[start + path] !== bytes[classesAt + path]) from = path + 1;
    const length = path + 1 - from;
    if (length < minStretch || length % 8 !== 0) continue;
    if (new Set(bytes.subarray(start + from, start + path + 1)).size >= kindsInStretch) return true;
  }
  return false;
}
