import type { Image, Window } from './image.ts';
import { asciiBytes, searchLimit } from './image.ts';

/** A byte sequence that recognisers look for; `index` is its position in the results of the shared search. */
type Anchor = { bytes: Uint8Array; index: number };

/** The offsets of each of the first `count` anchors in one image, in ascending order. */
type Searched = { count: number; places: readonly (readonly number[] | undefined)[] };

/** For every pair of bytes, read as a word in the byte order of this machine: the anchors it may be part of. */
type Search = { count: number; groupByWord: Uint16Array; groups: readonly (readonly Candidate[])[] };
type Candidate = { anchor: Anchor; pairAt: number };

/** A shorter text would be suspected at every hundredth word; families look for one in a narrow window only. */
const minAnchorLength = 3;
/** Searching a smaller window costs less than looking up the results of the shared search. */
const smallWindow = 0x400;
/** Limits the memory used for a file made of one anchor; further occurrences are searched for when they are needed. */
const MAX_STORED_PLACES = 0x800;

const anchors = new Map<string, Anchor>();
let search: Search = { count: 0, groupByWord: new Uint16Array(0x10000), groups: [[]] };

/**
 * Returns the first `most` offsets of `text` in the window. Each character of the text is one byte, up to \xff. All
 * texts requested so far are found in the same pass over an image, so one more costs next to nothing; for this reason
 * the text must be a constant of the program and never something read from a file.
 */
export function listAnchor(image: Image, text: string, window: Window, maxPlaces: number): number[] {
  const at = Math.max(0, window.at);
  const end = Math.min(window.end, image.sizeBytes);
  if (!isSearchedWithAll(text, { at, end })) return listOne(image, asciiBytes(text), { at, end }, maxPlaces);
  const { bytes, index } = addAnchor(text);
  const { count, places } = image.memo(searchAll);
  // This image was searched before the anchor was added.
  if (index >= count) return listOne(image, bytes, { at, end }, maxPlaces);
  const all = places[index] ?? [];
  const lastAt = end - bytes.length;
  const found: number[] = [];
  for (let next = firstFrom(all, at); next < all.length && found.length < maxPlaces; next += 1) {
    const place = all[next] as number;
    if (place > lastAt) return found;
    found.push(place);
  }
  const searchedEnd = all.length < MAX_STORED_PLACES ? searchLimit - bytes.length + 1 : (all.at(-1) as number) + 1;
  if (found.length === maxPlaces || searchedEnd > lastAt) return found;
  const rest = { at: Math.max(at, searchedEnd), end };
  return [...found, ...listOne(image, bytes, rest, maxPlaces - found.length)];
}

/** Registers the text, so that the shared search includes it from the first file on. */
export function registerAnchor(text: string, window: Window): void {
  if (isSearchedWithAll(text, window)) addAnchor(text);
}

function isSearchedWithAll(text: string, { at, end }: Window): boolean {
  return text.length >= minAnchorLength && end - at >= smallWindow;
}

function addAnchor(text: string): Anchor {
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

function listOne(image: Image, bytes: Uint8Array, { at, end }: Window, maxPlaces: number): number[] {
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
    if (found.push(next) >= maxPlaces) break;
  }
  return found;
}

function standsAt(searched: Uint8Array, bytes: Uint8Array, at: number): boolean {
  for (let index = 0; index < bytes.length; index += 1) if (searched[at + index] !== bytes[index]) return false;
  return true;
}

/** One pass for all anchors, two bytes at a time. */
function searchAll({ bytes }: Image): Searched {
  const { count, groupByWord, groups } = currentSearch();
  const places: number[][] = [];
  const length = Math.min(bytes.length, searchLimit) >>> 1;
  // A Uint16Array has to start at an even offset of its buffer.
  const { buffer, byteOffset } = bytes.byteOffset % 2 === 0 ? bytes : bytes.slice();
  const words = new Uint16Array(buffer, byteOffset, length);
  const addWords = (from: number, end: number) => {
    for (let index = from; index < end; index += 1) {
      const group = groupByWord[words[index] as number] as number;
      if (group !== 0) addPlaces(places, groups[group] as readonly Candidate[], bytes, index * 2);
    }
  };
  // Nearly all words are part of no anchor, and one branch for four of them takes a quarter of the time of four.
  const fours = length - (length % 4);
  for (let at = 0; at < fours; at += 4) {
    const first = groupByWord[words[at]!]! | groupByWord[words[at + 1]!]!;
    if ((first | groupByWord[words[at + 2]!]! | groupByWord[words[at + 3]!]!) !== 0) addWords(at, at + 4);
  }
  addWords(fours, length);
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
  const groupByWord = new Uint16Array(0x10000);
  const groups: Candidate[][] = [[]];
  // An anchor has a whole word at its first or second byte, whether it starts at an even or at an odd offset. Lower
  // offsets come first, so that the offsets of each anchor are found in ascending order.
  for (const pairAt of [1, 0]) {
    for (const anchor of all) {
      const [word = 0] = new Uint16Array(anchor.bytes.slice(pairAt, pairAt + 2).buffer);
      if (groupByWord[word] === 0) groupByWord[word] = groups.push([]) - 1;
      groups[groupByWord[word] as number]?.push({ anchor, pairAt });
    }
  }
  return { count: all.length, groupByWord, groups };
}
