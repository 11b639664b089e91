import type { DsmPlace, DsmWords } from './place.ts';
import { classSlack, countUnnamed, minPaths, maxPaths, maxSlack } from './place.ts';
import type { Zone } from './words.ts';
import { isPublicCode } from './words.ts';

const minDistinct = 24;
/** Measured, for paths that have a public code: all of Opel's 172 to 242 match, and 51 of Fiat's 78. */
const minMatches = 30;
const matchesShare = 0.6;
/** Measured: the next best cut has 4 matches fewer where the lists end alike, and only a third as many elsewhere. */
const matchesApart = 3;
/** How many groups before the first path, and paths at the end of the run, may belong to something else. */
const groupsToTry = 64;
const endsToTry = 8;
const maxRuns = 16;
/**
 * Alfa's C39: path 24 holds 2226 2226 0000 0069, in all of 22 files. What such a run leaves open is proved by the
 * classes: every path without a code has none.
 */
const mixedAtMost = 1;
/** Measured: 118 to 131 of 241 paths. */
const unnamedAtLeast = 60;

/**
 * Opel and Fiat: each path has one code or none. The code stands four times among the public codes, once for each kind
 * of fault, and once more in the maker's list that follows. The run of groups of four ends where that list begins, and
 * every path with a code has to match, so neither list can be cut differently.
 */
export const findFourfold = (search: DsmWords, zone: Zone): DsmPlace | null =>
  findRuns(search, zone, 0) ?? findRuns(search, zone, mixedAtMost);

function findRuns(search: DsmWords, zone: Zone, mixed: number): DsmPlace | null {
  const { words } = search;
  const found: DsmPlace[] = [];
  let runs = 0;
  // Opel's U2xxx codes, many of which follow each other, are not public codes: a zone may begin only after them.
  for (let index = Math.max(0, zone.from - maxPaths * 4); index < zone.end && runs < maxRuns;) {
    const groups = countGroups(words, index, mixed);
    if (groups < minPaths) {
      index += groups > 1 ? (groups - 1) * 4 : 1;
      continue;
    }
    runs += 1;
    const place = bestIn(search, index, groups);
    if (place !== null) found.push(place);
    index += groups * 4;
  }
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Counts how many groups of four equal words follow each other, and so many in between with codes of several kinds. */
function countGroups(words: Uint16Array, from: number, mixed: number): number {
  let groups = 0;
  let left = mixed;
  for (let index = from; index + 4 <= words.length && groups < maxPaths + groupsToTry; index += 4) {
    if (!isFourfold(words, index)) {
      if (left === 0 || groups === 0 || !isMixed(words, index)) break;
      left -= 1;
    }
    groups += 1;
  }
  return groups;
}

function isFourfold(words: Uint16Array, index: number): boolean {
  const word = words[index];
  return word === words[index + 1] && word === words[index + 2] && word === words[index + 3];
}

const isMixed = (words: Uint16Array, index: number): boolean =>
  words.subarray(index, index + 4).every((word) => word === 0 || isPublicCode(word));

function bestIn(search: DsmWords, runFrom: number, groups: number): DsmPlace | null {
  const places: DsmPlace[] = [];
  const maxSkips = Math.min(groupsToTry, groups - minPaths);
  for (let skip = 0; skip <= maxSkips; skip += 1) {
    const most = Math.min(maxPaths, groups - skip);
    for (let paths = most; paths >= Math.max(minPaths, most - endsToTry); paths -= 1) {
      const from = runFrom + skip * 4;
      const matches = countMatches(search.words, from, paths);
      if (matches < minMatches) continue;
      places.push({ from, paths, makerCodesPerPath: 1, kind: 'fourfold', matches });
    }
  }
  const [best, second] = places.sort((one, other) => other.matches - one.matches);
  if (best === undefined || (second !== undefined && second.matches + matchesApart > best.matches)) return null;
  if (!hasCodes(search.words, best) || classSlack(search, best) > maxSlack) return null;
  return isRunOfFours(search.words, best) || countUnnamed(search, best) >= unnamedAtLeast ? best : null;
}

function isRunOfFours(words: Uint16Array, { from, paths }: DsmPlace): boolean {
  for (let index = from; index < from + paths * 4; index += 4) if (!isFourfold(words, index)) return false;
  return true;
}

function countMatches(words: Uint16Array, from: number, paths: number): number {
  const makerFrom = from + paths * 4;
  let codes = 0;
  let matches = 0;
  for (let path = 0; path < paths; path += 1) {
    const word = words[from + path * 4];
    if (word === 0) continue;
    codes += 1;
    if (word === words[makerFrom + path]) matches += 1;
  }
  return matches >= codes * matchesShare ? matches : 0;
}

function hasCodes(words: Uint16Array, { from, paths }: DsmPlace): boolean {
  const codes = new Set<number>();
  let others = 0;
  for (let path = 0; path < paths; path += 1) {
    const word = words[from + path * 4] as number;
    if (isPublicCode(word)) codes.add(word);
    else if (word !== 0) others += 1;
  }
  return codes.size >= minDistinct && others <= paths * 0.1;
}
