import type { DsmPlace, DsmWords } from './place.ts';
import { classSlack, holdsCodes, kindsBefore, minPaths, maxPaths, plainSlack, maxSlack } from './place.ts';
import type { Zone } from './words.ts';
import { isPublicCode, phaseOfGroups } from './words.ts';

const minMatches = 12;
/** Places with at least this share of the most matches are the same lists, cut differently. */
const aligned = 0.8;
const misfitsApart = 3;
/** How many paths before the first are checked; lists can be cut in steps of four paths. */
const maxCut = 16;
/** Least share of the paths with public codes that have a maker's code belonging to them. */
const matchesShare = 0.3;
const maxPlaces = 2000;
const maxStarts = 64;
const lastMakerCode = 0x1621;
/** Measured in 24 files of EDC16C34: P0530 for P0533 and P0532, the sensor of the air conditioning's pressure. */
const firstMakerCode = 0x0530;
const firstPublicCodes = [0x0533, 0x0532, 0, 0];

/** PSA, Opel and Fiat: one maker's code for each path, namely the public code without its kind of fault. */
export function findSingle(search: DsmWords, zone: Zone): DsmPlace | null {
  const published = findPublished(search, zone);
  if (published !== null) return published;
  const all = listPlaces(search, zone);
  const plain = all.filter((place) => plainSlack(search, place) !== Infinity);
  return bestMatching(search, plain.length > 0 ? plain : all);
}

/** Lists where codes, a list and classes fit one after the other, and the codes form no other groups of four. */
function listPlaces(search: DsmWords, zone: Zone): DsmPlace[] {
  const { words } = search;
  const places: DsmPlace[] = [];
  for (let from = Math.max(0, zone.from - maxPaths * 2); from < zone.end; from += 1) {
    if (!holdsCodes(search, from, minPaths * 4)) continue;
    for (let paths = minPaths; paths <= maxPaths; paths += 1) {
      const classesAt = (from + paths * 5) * 2;
      if ((search.flaggedRunEnd[classesAt] ?? 0) < classesAt + paths || !holdsCodes(search, from, paths * 4)) continue;
      const place = { from, paths, makerCodesPerPath: 1, kind: 'single', matches: 0 } as const;
      if (classSlack(search, place) === Infinity || (findPhase(words, place) ?? from & 3) !== (from & 3)) continue;
      places.push({ ...place, matches: countMatches(words, place) });
      if (places.length === maxPlaces) return places;
    }
  }
  return places;
}

const findPhase = (words: Uint16Array, { from, paths }: DsmPlace) =>
  phaseOfGroups(words, { from, end: from + paths * 4 });

/**
 * PSA orders the paths by name, up to the watchdog (DTCController, facts only), so P1621 is the last code of the maker's
 * list. Where that list begins is known in two ways: P1621 is the last public code before it as well, or it begins with
 * the code of the first path and its public codes stand at their start. Both ends together give the number of paths.
 */
function findPublished(search: DsmWords, zone: Zone): DsmPlace | null {
  const { words } = search;
  const lastEnd = Math.min(words.length, zone.end + maxPaths);
  const starts = new Set<number>();
  const found: DsmPlace[] = [];
  for (let index = zone.from; index < lastEnd && starts.size < maxStarts; index += 1) {
    if (words[index] === firstMakerCode) starts.add(index);
    if (words[index] !== lastMakerCode) continue;
    for (const makerFrom of starts) {
      const place = publishedAt(search, makerFrom, index - makerFrom + 1);
      if (place !== null) found.push(place);
    }
    starts.add(index + 1);
  }
  return found.length === 1 ? (found[0] ?? null) : null;
}

function publishedAt(search: DsmWords, makerFrom: number, paths: number): DsmPlace | null {
  const { words } = search;
  const from = makerFrom - paths * 4;
  if (paths < minPaths || paths > maxPaths || !holdsCodes(search, from, paths * 4)) return null;
  const endsBefore = words[makerFrom - 1] === lastMakerCode;
  if (!endsBefore && !firstPublicCodes.every((code, column) => words[from + column] === code)) return null;
  const place = { from, paths, makerCodesPerPath: 1, kind: 'published', matches: 0 } as const;
  if (classSlack(search, place) === Infinity || (findPhase(words, place) ?? from & 3) !== (from & 3)) return null;
  const matches = countMatches(words, place);
  return matches >= minMatches ? { ...place, matches } : null;
}

/**
 * Both lists can begin four paths late and end one path late without losing a match, which puts the classes at the
 * wrong path. What then stands at the ends of the lists does not belong there.
 */
function bestMatching(search: DsmWords, places: readonly DsmPlace[]): DsmPlace | null {
  const { words } = search;
  const most = places.reduce((best, { matches }) => Math.max(best, matches), 0);
  if (most < minMatches) return null;
  const best = leastMisfits(
    search,
    places.filter(({ matches }) => matches >= most * aligned),
  );
  if (best === null || findPhase(words, best) === null || continuesBefore(words, best)) return null;
  if (classSlack(search, best) > maxSlack) return null;
  return best.matches >= countPathsWithCodes(words, best) * matchesShare ? best : null;
}

function leastMisfits(search: DsmWords, places: readonly DsmPlace[]): DsmPlace | null {
  const [best, second] = places
    .map((place) => ({ place, misfits: countMisfits(search, place) - place.matches }))
    .sort((one, other) => one.misfits - other.misfits);
  if (best === undefined) return null;
  return second === undefined || second.misfits >= best.misfits + misfitsApart ? best.place : null;
}

/** Whether paths before the first one match as well, which means that the lists have been cut. */
function continuesBefore(words: Uint16Array, { from, paths }: Pick<DsmPlace, 'from' | 'paths'>): boolean {
  const makerFrom = from + paths * 4;
  for (let path = -maxCut; path < 0; path += 1) if (matchesAt(words, from + path * 4, makerFrom + path)) return true;
  return false;
}

/**
 * A maker's code matches when only its last digit differs from one of the path's codes: P0530 for P0532, P0533 and
 * P0530. Words that bytes of neighbouring tables look like, such as 0202 and 0010, prove nothing.
 */
function matchesAt(words: Uint16Array, first: number, makerAt: number): boolean {
  const maker = words[makerAt] ?? 0;
  if ((maker & 0xff) < 0x1f || maker >= 0xff00 || first < 0) return false;
  for (let index = first; index < first + 4; index += 1)
    if ((words[index] as number) >>> 4 === maker >>> 4) return true;
  return false;
}

function countMatches(words: Uint16Array, { from, paths }: DsmPlace): number {
  let matches = 0;
  for (let path = 0; path < paths; path += 1) {
    if (matchesAt(words, from + path * 4, from + paths * 4 + path)) matches += 1;
  }
  return matches;
}

function countPathsWithCodes(words: Uint16Array, { from, paths }: DsmPlace): number {
  let count = 0;
  for (let first = from; first < from + paths * 4; first += 4) {
    if (words.subarray(first, first + 4).some((word) => word !== 0)) count += 1;
  }
  return count;
}

/**
 * Counts zeros in the maker's list, words among the codes that are not codes, codes of different paths in the last
 * groups, and distinct bytes among the kinds before the codes: all of these increase when something foreign is
 * included.
 */
function countMisfits(search: DsmWords, place: DsmPlace): number {
  const { words } = search;
  const { from, paths } = place;
  const makerFrom = from + paths * 4;
  let misfits = kindsBefore(search, place);
  for (let index = from; index < makerFrom + paths; index += 1) {
    const word = words[index] as number;
    if (index < makerFrom ? word !== 0 && !isPublicCode(word) : word === 0) misfits += 1;
    if (index < makerFrom - 16 || index >= makerFrom || ((index - from) & 3) === 3) continue;
    const next = words[index + 1] ?? 0;
    if (word !== 0 && next !== 0 && word >>> 4 !== next >>> 4) misfits += 1;
  }
  return misfits;
}
