import type { Image, Window } from '../../image.ts';
import type { DsmPlace, DsmWords } from './place.ts';
import {
  bestFitting,
  classSlack,
  holdsCodes,
  minPaths,
  maxPaths,
  readDsmWords,
  describeTable,
  maxSlack,
} from './place.ts';
import { findColumns, listColumnRuns } from './columns.ts';
import { findFourfold } from './fourfold.ts';
import { findNumbered } from './numbered.ts';
import { findSingle } from './single.ts';
import type { Zone } from './words.ts';
import { codeOfMakerWord, findCodeZones, isPublicCode, phaseOfGroups, readWords } from './words.ts';

export type DsmTable = {
  paths: number;
  codesAt: number;
  makerCodesAt: number;
  makerCodesPerPath: 4 | 1;
  classesAt: number;
  /**
   * paired: some of the maker's four codes repeat the public ones. grouped: four numbers of the maker's own. single:
   * one code that belongs to the public ones. published: such a list that ends with PSA's last code. fourfold: one
   * code, which stands four times among the public ones. numbered: one number, which belongs to no code. columns:
   * up to four numbers of the maker's own, and public codes as plain numbers.
   */
  kind: DsmPlace['kind'];
  confirmedBy: string[];
};

const minMatches = 12;
const maxSingleSearches = 2;
/** In words; a shorter zone cannot hold a table of the fewest paths. */
const minSingleZone = minPaths * 4;
/** Factor by which the right number of paths has to beat any other. */
const clearly = 1.5;
const matchesInside = 0.95;
/** BMW numbers the kinds of fault of a path consecutively, and seldom skips any. */
const neighbourDistance = 5;

/** Finds the tables in a stretch of the file, one for each place where public codes stand close together. */
export function findDsmTables(image: Image, window: Window): DsmTable[] {
  const at = window.at + (window.at & 1);
  const words = readWords(image, { at, end: window.end });
  const tables: DsmTable[] = [];
  let singleSearches = 0;
  for (const zone of findCodeZones(words)) {
    // Before the zone, each path may have four codes of which hardly any are public; the maker's codes and the classes
    // follow it.
    const from = Math.max(0, zone.from - maxPaths * 4);
    const end = Math.min(words.length, zone.end + maxPaths * 5);
    const search = readDsmWords(image, { at: at + from * 2, end: at + end * 2 });
    const inside = { from: zone.from - from, end: zone.end - from };
    const isLong = zone.end - zone.from >= minSingleZone;
    let place = findFourfold(search, inside) ?? findPaired(search, inside) ?? findGrouped(search, inside);
    // This search is expensive, and a file must not be able to trigger it as often as it likes.
    if (place === null && isLong && singleSearches < maxSingleSearches) {
      singleSearches += 1;
      place = findSingle(search, inside) ?? findNumbered(search, inside);
    }
    const table = place === null ? null : tableAt(search, place, at + from * 2);
    if (table !== null && tables.every(({ classesAt }) => classesAt !== table.classesAt)) tables.push(table);
  }
  return tables.length > 0 ? tables : findColumnTables(image, at, words);
}

/** Public codes that are plain numbers stand out nowhere, so these tables are found by the maker's numbers. */
function findColumnTables(image: Image, at: number, words: Uint16Array): DsmTable[] {
  return listColumnRuns(words).flatMap((run) => {
    const from = Math.max(0, run.from - maxPaths * 5);
    const end = Math.min(words.length, run.end + maxPaths * 5);
    const search = readDsmWords(image, { at: at + from * 2, end: at + end * 2 });
    const place = findColumns(search, { from: run.from - from, end: run.end - from });
    return place === null ? [] : [tableAt(search, place, at + from * 2)];
  });
}

function tableAt(search: DsmWords, place: DsmPlace, at: number): DsmTable {
  const makerFrom = place.from + place.paths * 4;
  return {
    paths: place.paths,
    codesAt: at + place.from * 2,
    makerCodesAt: at + makerFrom * 2,
    makerCodesPerPath: place.makerCodesPerPath,
    classesAt: at + (makerFrom + place.paths * place.makerCodesPerPath) * 2,
    kind: place.kind,
    confirmedBy: describeTable(search, place),
  };
}

/** Volkswagen: four maker's codes for each path, some of which repeat the public codes in the same order. */
function findPaired(search: DsmWords, zone: Zone): DsmPlace | null {
  const { words } = search;
  const paths = pathsByRepetition(words, zone);
  if (paths === null) return null;
  const length = paths * 4;
  const phase = phaseOfGroups(words, zone);
  const makerPhase = phaseOfGroups(
    words,
    { from: zone.from + length, end: Math.min(words.length, zone.end + length) },
    0,
  );
  const targetPhase = phase ?? makerPhase;
  if (targetPhase === null || (makerPhase ?? targetPhase) !== targetPhase) return null;
  const places: DsmPlace[] = [];
  for (const { from, matches } of findLikelyStarts(words, zone, length)) {
    if ((from & 3) !== targetPhase || !holdsCodes(search, from, length)) continue;
    const place = { from, paths, makerCodesPerPath: 4, kind: 'paired', matches } as const;
    if (classSlack(search, place) <= maxSlack) places.push(place);
  }
  return bestFitting(search, places);
}

/** Returns how many paths lie between the codes and their repetition: the number at which most distinct codes recur. */
function pathsByRepetition(words: Uint16Array, zone: Zone): number | null {
  const seenFor = new Uint16Array(0x10000);
  let best = 0;
  let second = 0;
  let nextPhase = 0;
  for (let paths = minPaths; paths <= maxPaths; paths += 1) {
    let matches = 0;
    for (let index = zone.from; index < zone.end; index += 1) {
      const word = words[index] as number;
      if (!isRepeated(words, index, paths * 4) || seenFor[word] === paths) continue;
      seenFor[word] = paths;
      matches += 1;
    }
    if (matches > best) {
      second = best;
      best = matches;
      nextPhase = paths;
    } else if (matches > second) {
      second = matches;
    }
  }
  return best >= minMatches && best >= second * clearly ? nextPhase : null;
}

/** Words that bytes of neighbouring tables look like, such as 0202 and 0010, prove nothing. */
function isRepeated(words: Uint16Array, index: number, length: number): boolean {
  const word = words[index] as number;
  if ((word & 0xff) <= 0x1e || !isPublicCode(word)) return false;
  return codeOfMakerWord(words[index + length] ?? 0) === word;
}

/** Lists where a table of that length may begin: nearly all matches lie in it, and one may lie outside by chance. */
function findLikelyStarts(words: Uint16Array, zone: Zone, length: number): { from: number; matches: number }[] {
  const first = Math.max(0, zone.from - length);
  const before = new Uint32Array(zone.end + length - first + 1);
  for (let index = first; index < zone.end + length; index += 1) {
    const inZone = index >= zone.from && index < zone.end && isRepeated(words, index, length);
    before[index - first + 1] = (before[index - first] as number) + (inZone ? 1 : 0);
  }
  const starts = Array.from({ length: zone.end - first }, (_, offset) => ({
    from: first + offset,
    matches: (before[offset + length] as number) - (before[offset] as number),
  }));
  const best = Math.max(0, ...starts.map(({ matches }) => matches));
  return starts.filter(({ matches }) => matches >= best * matchesInside);
}

/** BMW: four numbers of its own for each path, such as 4BA0 to 4BA3, and none for up to seven paths. */
function findGrouped(search: DsmWords, zone: Zone): DsmPlace | null {
  const { words } = search;
  const run = runOfOwnNumbers(words, { from: zone.from, end: Math.min(words.length, zone.end + 64) });
  if (run === null) return null;
  const phase = phaseOfGroups(words, run, neighbourDistance);
  if (phase === null) return null;
  const codesPhase = phaseOfGroups(words, { from: zone.from, end: run.from });
  if (codesPhase !== null && codesPhase !== phase) return null;
  // The last public codes may look like the maker's numbers, so the list begins with the first four that are
  // neighbours.
  let makerFrom = run.from;
  while (makerFrom < run.end && ((makerFrom & 3) !== phase || !areNeighbours(words, makerFrom))) makerFrom += 1;
  const paths = (run.end - makerFrom) / 4;
  const from = makerFrom - paths * 4;
  if (!Number.isInteger(paths) || paths < minPaths || paths > maxPaths || from < 0) return null;
  const place = { from, paths, makerCodesPerPath: 4, kind: 'grouped', matches: 0 } as const;
  if (!holdsCodes(search, from, paths * 4) || classSlack(search, place) > maxSlack) return null;
  return areEmptyPathsUnnamed(words, place) ? place : null;
}

/** A path for which the maker has no number has no public code either. */
function areEmptyPathsUnnamed(words: Uint16Array, { from, paths }: DsmPlace): boolean {
  const makerFrom = from + paths * 4;
  for (let offset = 0; offset < paths * 4; offset += 4) {
    if (isEmptyGroup(words, makerFrom + offset) && !isEmptyGroup(words, from + offset)) return false;
  }
  return true;
}

const isEmptyGroup = (words: Uint16Array, from: number): boolean =>
  words.subarray(from, from + 4).every((word) => word === 0);

function areNeighbours(words: Uint16Array, from: number): boolean {
  return [0, 1, 2].every((step) => {
    const distance = (words[from + step + 1] ?? 0) - (words[from + step] ?? 0);
    return distance >= 1 && distance <= neighbourDistance;
  });
}

/** A single foreign number is tolerated, and one empty path; where most of four are foreign, the list is over. */
function runOfOwnNumbers(words: Uint16Array, { from, end }: Zone): Zone | null {
  const isOwn = (index: number) => (words[index] ?? 0) >= 0x2000 && (words[index] ?? 0) < 0x6000;
  const continues = (index: number) => [0, 1, 2, 3].filter((step) => isOwn(index + step)).length >= 2;
  const areOwn = (index: number) => [0, 1, 2, 3].every((step) => isOwn(index + step));
  const isGap = (index: number) => isEmptyGroup(words, index) && areOwn(index - 4) && areOwn(index + 4);
  for (let start = from; start < end; start += 1) {
    let last = start;
    while (isOwn(last) || (last > start && (continues(last) || isGap(last)))) last += isGap(last) ? 4 : 1;
    while (last > start && !isOwn(last - 1)) last -= 1;
    if (last - start >= minPaths * 4) return { from: start, end: last };
    start = last;
  }
  return null;
}
