import type { Image, Window } from '../../image.ts';
import { countCodeWords, countDistinctWords, kindOfStretch, readsAsObdCodes } from './code-words.ts';
import type { CodeKind } from './code-words.ts';

/** Where an array of codes may begin. `isLate`: some entries after the first have no code either. */
export type CodeHead = { at: number; kind: CodeKind; isLate: boolean };

/** At most 111 strict and 521 unclear ones were seen in a dump; the limits guard against forged files. */
const headsLimit = 400;
const unclearHeadsLimit = 800;
const looksLimit = 4000;
/** At least 307 distinct words were seen. */
const minDistinct = 60;
/** Entries without a code at the start; 8 were seen in EDC17C60. */
const maxEmptyEntries = 40;
const smallByte = 0x0f;
const sampleLength = 16;

/** Lists heads where entry 0, which stands for no fault, is 0 or 1, and the first fault has a code. */
export function listHeads(image: Image, starts: Starts, count: number): CodeHead[] {
  return gatherHeads(image, starts, { count, maxEmpty: 1, kindAt: detectKind, limit: headsLimit });
}

/** Like `listHeads`, but the first faults may have no code, and the digits of the codes may fit neither kind. */
export function listUnclearHeads(image: Image, starts: Starts, count: number): CodeHead[] {
  const limit = unclearHeadsLimit;
  return gatherHeads(image, starts, { count, maxEmpty: maxEmptyEntries, kindAt: kindOfUnclear, limit });
}

type Search = {
  count: number;
  maxEmpty: number;
  kindAt: (image: Image, at: number, count: number) => CodeKind | null;
  limit: number;
};

function gatherHeads(image: Image, starts: Starts, { count, maxEmpty, kindAt, limit }: Search): CodeHead[] {
  const found: CodeHead[] = [];
  let looks = 0;
  const lastAt = starts.end - 2 * count;
  for (const start of starts.places) {
    const at = Math.floor(start / emptyScale);
    const empty = Math.min(start % emptyScale, maxEmpty);
    for (let before = 0; before < empty; before += 1) {
      const headAt = at - 2 * before;
      if (headAt > lastAt) continue;
      if (looks >= looksLimit || found.length >= limit) return found;
      const kind = kindAt(image, headAt, count);
      if (kind === null) continue;
      looks += 1;
      if (countDistinctWords(image, headAt, count, minDistinct) < minDistinct) continue;
      found.push({ at: headAt, kind, isLate: before > 0 });
    }
  }
  return found;
}

/** Last empty words before a code. Each number is an offset, times a scale, plus how many empty words end there. */
export type Starts = { places: readonly number[]; end: number };
const emptyScale = 64;

/** Computed once for a stretch of the file, whatever number of entries is tried. */
export function listStarts({ bytes }: Image, window: Window): Starts {
  const places: number[] = [];
  let empty = 0;
  const end = Math.min(window.end, bytes.length);
  for (let at = window.at + (window.at & 1); at < end - 3; at += 2) {
    const isEmpty = (bytes[at] as number) <= 1 && bytes[at + 1] === 0;
    empty = isEmpty ? empty + 1 : 0;
    if (isEmpty && bytes[at + 3] !== 0) places.push(at * emptyScale + Math.min(empty, maxEmptyEntries));
  }
  return { places, end };
}

/** Arrays of OBD codes contain zeros between the codes; a maker's numbers are proved only by neighbouring arrays. */
function detectKind(image: Image, at: number, count: number): CodeKind | null {
  const stretch = kindOfStretch(image.memo(countCodeWords), at, count);
  if (stretch === 'maker' && !hasNeighbours(image, at, count)) return null;
  return stretch === 'unclear' ? null : stretch;
}

function kindOfUnclear(image: Image, at: number, count: number): CodeKind | null {
  const stretch = kindOfStretch(image.memo(countCodeWords), at, count);
  if (stretch === null) return null;
  if (readsAsObdCodes(image, at, count)) return 'obd';
  return stretch === 'maker' && hasNeighbours(image, at, count) ? 'maker' : null;
}

/** Before: DFC_DisblMsk u16[N], entry 0 being 0 or FFFF, after an array of small bytes. After: an array of bytes. */
export function hasNeighbours(image: Image, at: number, count: number): boolean {
  const masksAt = at - 2 * count;
  const end = at + 2 * count;
  if (masksAt < 8 || !image.has(end, count)) return false;
  const first = image.u16le(masksAt);
  if (first !== 0 && first !== 0xffff) return false;
  for (let before = masksAt - 8; before < masksAt - 1; before += 1) {
    const byte = image.bytes[before] as number;
    if (byte === 0 || byte > smallByte) return false;
  }
  return !image.bytes.subarray(end, end + sampleLength).includes(0);
}
