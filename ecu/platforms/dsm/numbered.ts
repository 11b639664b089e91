import type { DsmPlace, DsmWords } from './place.ts';
import { countWithoutCode, findRunEnds, holdsCodes, maxPaths, maxSlack, minPaths, periodAfter } from './place.ts';
import type { Zone } from './words.ts';
import { phaseOfGroups } from './words.ts';

/** Measured: 0x22 in one file, 0x1E in the other. */
const classLast = 0x22;
/** Measured: 327 of 332 and 328 of 331 numbers occur once. Public codes recur, and most of them are zero. */
const distinctShare = 0.97;
/** BMW's own numbers begin here, and belong to another kind of table. */
const numbersEnd = 0x4000;
/** Measured: 89 and 113 paths, all of which have class 0; of PSA's other lists, all but one of 56. */
const withoutCodeAtLeast = 8;
const withoutClassShare = 0.95;
/** Measured: 00DC 0D67 before the kinds of the paths, and 00DC 0D71 with a BMW. */
const wordBeforeKinds = 0x00dc;

/**
 * PSA's CP39: one number for each path in place of a maker's code, such as 0001, 0002, 0004. No number belongs to a code,
 * so the lists are cut by what stands at their ends: the kinds of the paths begin behind a word that stands there in
 * every file; the classes begin behind the last word that cannot be two of them, and end where the rows begin; as many
 * numbers stand before them, which hardly repeat; and four times as many public codes, in groups, before these. That the
 * classes belong to these paths is shown by the paths without a public code: they have no class.
 */
export function findNumbered(search: DsmWords, zone: Zone): DsmPlace | null {
  const ends = findRunEnds(search.bytes, 0, classLast);
  const found: DsmPlace[] = [];
  const last = Math.min(search.words.length, zone.end + maxPaths);
  for (let classWord = zone.from + minPaths * 5; classWord < last; classWord += 1) {
    const length = (ends[classWord * 2] as number) - classWord * 2;
    const isNumberBefore = (ends[classWord * 2 - 2] as number) < classWord * 2;
    if (!isNumberBefore || length < minPaths || length > maxPaths + maxSlack) continue;
    for (let slack = 0; slack <= maxSlack; slack += 1) {
      const paths = length - slack;
      const place = { from: classWord - paths * 5, paths, makerCodesPerPath: 1, kind: 'numbered', matches: 0 } as const;
      if (paths >= minPaths && paths <= maxPaths && isNumbered(search, place)) found.push(place);
    }
  }
  return found.length === 1 ? (found[0] ?? null) : null;
}

function isNumbered(search: DsmWords, place: DsmPlace): boolean {
  const { bytes, words } = search;
  const { from, paths } = place;
  const makerFrom = from + paths * 4;
  const kindsFrom = from - ((paths + 1) >>> 1);
  if (words[kindsFrom - 2] !== wordBeforeKinds) return false;
  if (!holdsCodes(search, from, paths * 4) || !areNumbers(words.subarray(makerFrom, makerFrom + paths))) return false;
  if (phaseOfGroups(words, { from, end: makerFrom }) !== (from & 3)) return false;
  const { total, classless } = countWithoutCode(search, place);
  if (total < withoutCodeAtLeast || classless < total * withoutClassShare) return false;
  return periodAfter(bytes, (makerFrom + paths) * 2 + paths) !== null;
}

function areNumbers(list: Uint16Array): boolean {
  const distinct = new Set(list.filter((word) => word !== 0 && word < numbersEnd));
  return distinct.size >= list.length * distinctShare;
}
