import type { Image, Window } from './image.ts';
import { asciiBytes, searchLimit } from './image.ts';

/** A run of bytes that recognisers look for; its index is its place in the one search for all of them. */
type Anchor = { bytes: Uint8Array; index: number };

/** Where the first `count` anchors stand in one image, in ascending order. */
type Searched = { count: number; places: readonly (readonly number[] | undefined)[] };

/** For every pair of bytes, read as the processor reads a word: which anchors may stand around it. */
type Search = { count: number; groupOf: Uint16Array; groups: readonly (readonly Candidate[])[] };
type Candidate = { anchor: Anchor; pairAt: number };

const shortestAnchor = 2;
/** A smaller window costs less than looking up what the search found. */
const smallWindow = 0x400;
/** So that a file made of one anchor takes no memory; what stands behind so many is searched for when it is needed. */
const MAX_STORED_PLACES = 0x800;

const anchors = new Map<string, Anchor>();
let search: Search = { count: 0, groupOf: new Uint16Array(0x10000), groups: [[]] };

/**
 * Where `text` stands in the window, the first `most` of its places. One character of the text is one byte, up to \xff.
 * Every text that was ever asked for is found in the same pass over an image, so one more costs next to nothing; that is
 * why it has to be a constant of the program, and never something that was read from a file.
 */
export function listAnchor(image: Image, text: string, window: Window, most: number): number[] {
  const at = Math.max(0, window.at);
  const end = Math.min(window.end, image.sizeBytes);
  if (!isSearchedWithAll(text, { at, end })) return listOne(image, asciiBytes(text), { at, end }, most);
  const { bytes, index } = anchorOf(text);
  const { count, places } = image.memo(searchAll);
  // The first file after a new anchor was searched without it.
  if (index >= count) return listOne(image, bytes, { at, end }, most);
  const all = places[index] ?? [];
  const lastAt = end - bytes.length;
  const found: number[] = [];
  for (let next = firstFrom(all, at); next < all.length && found.length < most; next += 1) {
    const place = all[next] as number;
    if (place > lastAt) return found;
    found.push(place);
  }
  const searchedEnd = all.length < MAX_STORED_PLACES ? searchLimit - bytes.length + 1 : (all.at(-1) as number) + 1;
  if (found.length === most || searchedEnd > lastAt) return found;
  const rest = { at: Math.max(at, searchedEnd), end };
  return [...found, ...listOne(image, bytes, rest, most - found.length)];
}

/** Makes the text one of those that the first file is searched for too. */
export function announceAnchor(text: string, window: Window): void {
  if (isSearchedWithAll(text, window)) anchorOf(text);
}

function isSearchedWithAll(text: string, { at, end }: Window): boolean {
  return text.length >= shortestAnchor && end - at >= smallWindow;
}

function anchorOf(text: string): Anchor {
  const known = anchors.get(text);
  if (known !== undefined) return known;
  const added = { bytes: asciiBytes(text), index: anchors.size };
  anchors.set(text, added);
  return added;
}

function firstFrom(places: readonly number[], at: number): number {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle] as number) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

function listOne(image: Image, bytes: Uint8Array, { at, end }: Window, most: number): number[] {
  const found: number[] = [];
  const searched = image.bytes.subarray(0, end);
  const first = bytes[0] ?? 0;
  const lastAt = searched.length - bytes.length;
  for (
    let next = searched.indexOf(first, at);
    next !== -1 && next <= lastAt;
    next = searched.indexOf(first, next + 1)
  ) {
    if (!standsAt(searched, bytes, next)) continue;
    if (found.push(next) >= most) break;
  }
  return found;
}

function standsAt(searched: Uint8Array, bytes: Uint8Array, at: number): boolean {
  for (let index = 0; index < bytes.length; index += 1) if (searched[at + index] !== bytes[index]) return false;
  return true;
}

/** One pass for all anchors, two bytes at a time. */
function searchAll({ bytes }: Image): Searched {
  const { count, groupOf, groups } = currentSearch();
  const places: number[][] = [];
  const length = Math.min(bytes.length, searchLimit) >>> 1;
  // Words lie at even addresses of the memory.
  const { buffer, byteOffset } = bytes.byteOffset % 2 === 0 ? bytes : bytes.slice();
  const words = new Uint16Array(buffer, byteOffset, length);
  for (let index = 0; index < length; index += 1) {
    const group = groupOf[words[index] as number] as number;
    if (group !== 0) addPlaces(places, groups[group] as readonly Candidate[], bytes, index * 2);
  }
  return { count, places };
}

function addPlaces(places: number[][], group: readonly Candidate[], bytes: Uint8Array, pairAt: number): void {
  for (const { anchor, pairAt: pairField } of group) {
    const at = pairAt - pairField;
    if (at < 0 || !standsAt(bytes, anchor.bytes, at)) continue;
    const found = (places[anchor.index] ??= []);
    if (found.length < MAX_STORED_PLACES) found.push(at);
  }
}

function currentSearch(): Search {
  if (search.count !== anchors.size) search = searchFor([...anchors.values()]);
  return search;
}

function searchFor(all: readonly Anchor[]): Search {
  const groupOf = new Uint16Array(0x10000);
  const groups: Candidate[][] = [[]];
  const add = (word: number, candidate: Candidate) => {
    if (groupOf[word] === 0) groupOf[word] = groups.push([]) - 1;
    groups[groupOf[word] as number]?.push(candidate);
  };
  // The lower of the places that a pair leads to comes first.
  for (const pairAt of [1, 0, -1]) {
    for (const anchor of all) for (const word of wordsAround(anchor.bytes, pairAt)) add(word, { anchor, pairAt });
  }
  return { count: all.length, groupOf, groups };
}

/**
 * The words that show an anchor at `pairAt` of its own bytes. Of three bytes two make a word, whether the anchor begins at
 * an even place or at an odd one; of two bytes at an odd place the first ends a word of any beginning.
 */
function wordsAround(bytes: Uint8Array, pairAt: number): Uint16Array {
  if (pairAt >= 0 && pairAt + 2 <= bytes.length) return new Uint16Array(bytes.slice(pairAt, pairAt + 2).buffer);
  if (bytes.length > 2 || pairAt > 0) return new Uint16Array();
  const pairs = Uint8Array.from({ length: 0x200 }, (_, at) => (at % 2 === 0 ? at / 2 : (bytes[0] as number)));
  return new Uint16Array(pairs.buffer);
}
