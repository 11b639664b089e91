import type { DsmPlace, DsmWords } from './dsm-place.ts';
import { classSlack, holdsCodes, pathsAtLeast, pathsAtMost, slackAtMost } from './dsm-place.ts';
import type { Zone } from './dsm-words.ts';
import { isPublicCode, phaseOfGroups } from './dsm-words.ts';

const matchesAtLeast = 12;
/** Places with as many matches as this share of the best are the same lists, cut differently. */
const aligned = 0.8;
const misfitsApart = 2;
/** Lists can be cut in steps of four paths. */
const cutAtMost = 16;
/** Of the paths with public codes, how many have a maker's code that belongs to them. */
const matchesShare = 0.3;
const misfitsAtMost = 3;
const differentShare = 0.9;

/** PSA, Opel, Fiat: one maker's code for each path, the public code without its kind of fault, or a mere number. */
export function findSingle(search: DsmWords, zone: Zone): DsmPlace | null {
  const phase = phaseOfGroups(search.words, zone);
  const places = phase === null ? [] : listPlaces(search, zone, phase);
  return bestMatching(search.words, places) ?? bestNumbered(search.words, places);
}

/** The classes end where a run of bytes that are classes ends, so the number of paths says where everything begins. */
function listPlaces(search: DsmWords, zone: Zone, phase: number): DsmPlace[] {
  const places: DsmPlace[] = [];
  for (const runEnd of search.classRunEnds) {
    if (runEnd < zone.from * 2) continue;
    for (let paths = pathsAtLeast; paths <= pathsAtMost; paths += 1) {
      for (let slack = 0; slack <= slackAtMost; slack += 1) {
        const classesAt = runEnd - slack - paths;
        const from = classesAt / 2 - paths * 5;
        if (!Number.isInteger(from) || from < 0 || from > zone.end || (from & 3) !== phase) continue;
        if (!holdsCodes(search, from, paths * 4)) continue;
        const place = { from, paths, makerCodesPerPath: 1, kind: 'single', matches: 0 } as const;
        if (classSlack(search, place) <= slackAtMost) places.push(place);
      }
    }
  }
  return places;
}

/**
 * Both lists can be cut by four paths and be one path longer without a match being lost, which leaves the classes at
 * the wrong path. What then stands at the ends of the lists does not belong there.
 */
function bestMatching(words: Uint16Array, places: readonly DsmPlace[]): DsmPlace | null {
  const counted = places.map((place) => ({ ...place, matches: countMatches(words, place) }));
  const most = counted.reduce((best, { matches }) => Math.max(best, matches), 0);
  if (most < matchesAtLeast) return null;
  const whole = counted.filter(({ matches, ...place }) => matches >= most * aligned && !goesOnBefore(words, place));
  const best = leastMisfits(words, whole);
  return best !== null && best.place.matches >= countPathsWithCodes(words, best.place) * matchesShare ? best.place : null;
}

function leastMisfits(words: Uint16Array, places: readonly DsmPlace[]): { place: DsmPlace; misfits: number } | null {
  const ranked = places
    .map((place) => ({ place, misfits: countMisfits(words, place) }))
    .sort((one, other) => one.misfits - other.misfits);
  const [best, second] = ranked;
  if (best === undefined) return null;
  return second === undefined || second.misfits >= best.misfits + misfitsApart ? best : null;
}

/** Paths before the first that match as well: the lists have been cut. */
function goesOnBefore(words: Uint16Array, { from, paths }: Pick<DsmPlace, 'from' | 'paths'>): boolean {
  const makerFrom = from + paths * 4;
  for (let path = -cutAtMost; path < 0; path += 1) if (matchesAt(words, from + path * 4, makerFrom + path)) return true;
  return false;
}

/** P0530 for a path whose four codes are P0532, P0533 and P0530: the same but for the last digit. */
function matchesAt(words: Uint16Array, first: number, makerAt: number): boolean {
  const maker = words[makerAt] ?? 0;
  if (maker === 0 || maker >= 0xFF00 || first < 0) return false;
  for (let index = first; index < first + 4; index += 1) if ((words[index] as number) >>> 4 === maker >>> 4) return true;
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

/** Every path has a number and seldom the same one, while most of the public codes before them are zero. */
function bestNumbered(words: Uint16Array, places: readonly DsmPlace[]): DsmPlace | null {
  const best = leastMisfits(words, places);
  if (best === null || best.misfits > misfitsAtMost) return null;
  const { from, paths } = best.place;
  const numbers = words.subarray(from + paths * 4, from + paths * 5);
  return new Set(numbers).size >= paths * differentShare ? { ...best.place, kind: 'numbered' } : null;
}

/** Zeros among the maker's, what is no code among the codes, and codes of different paths in the groups at the ends. */
function countMisfits(words: Uint16Array, { from, paths }: DsmPlace): number {
  const makerFrom = from + paths * 4;
  let misfits = 0;
  for (let index = from; index < makerFrom + paths; index += 1) {
    const word = words[index] as number;
    if (index < makerFrom ? word !== 0 && !isPublicCode(word) : word === 0) misfits += 1;
    const isInEndGroup = index < from + 16 || (index >= makerFrom - 16 && index < makerFrom);
    const next = words[index + 1] ?? 0;
    if (isInEndGroup && ((index - from) & 3) !== 3 && word !== 0 && next !== 0 && word >>> 4 !== next >>> 4) misfits += 1;
  }
  return misfits;
}
