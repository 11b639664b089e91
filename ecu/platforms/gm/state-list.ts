import { changeAt } from '../../change.ts';
import { codeOfWord } from '../../dtc/spelling.ts';
import type { Change, DtcListing, DtcRow, Dtcs } from '../../family.ts';
import type { Image, Window } from '../../image.ts';
import { segmentNames } from './control-unit.ts';
import type { CrcSegment } from './crc-segments.ts';
import type { Needle } from './needles.ts';
import { findNeedle, onlyAddress } from './needles.ts';
import { isSentence, sentence } from '../../sentence.ts';
import type { Sentence } from '../../sentence.ts';

/**
 * A sorted list of codes in the program, and one state for each in the segment of the engine diagnostics. Both are
 * found through the instructions that load their addresses (UniversalPatcher, DtcSearch.xml; facts only).
 */
export type StateListPlaces = {
  readSegments: (image: Image) => readonly CrcSegment[];
  codes: readonly Needle[];
  states: readonly Needle[];
  /** Whether a state byte has no bits other than those of the state. */
  areStatesPlain: boolean;
};

type Lists = { codesAt: number; statesAt: number; count: number };

/** Bits of a state: the type (0 reports nothing, 1 to 3 are types A to C), and whether the lamp is lit. */
const typeBits = 0x03;
const stateBits = 0x07;
/** Published lists have 373 to 881 codes. */
const minCodes = 200;
const maxCodes = 1500;
/** Instructions `lis r12,high` and `addi r12,r12,low`; the low half is signed. */
const highField = 2;
const lowField = 6;

export function gmStateListDtcs(places: StateListPlaces): Dtcs {
  const readLists = (image: Image) => findLists(image, places);
  return {
    list(image) {
      const lists = image.memo(readLists);
      return isSentence(lists)
        ? { outcome: 'not found', reason: lists }
        : createListing(image, lists, places.areStatesPlain);
    },
    switchOff(image, codes) {
      const lists = image.memo(readLists);
      if (isSentence(lists)) return [];
      return listRows(image, lists).flatMap((row) => (codes.includes(row.code) ? switchRowOff(image, row) : []));
    },
  };
}

/**
 * Clears only the two bits of the type, as in a public pair of files from before and after (program 12624402, 20
 * codes), where 5 and 6 became 4. A code that is not reported lights no lamp, so its lamp bit is left as it was.
 */
function switchRowOff(image: Image, { code, entriesAt }: DtcRow): Change[] {
  return entriesAt.flatMap((at) => {
    const state = image.u8(at) ?? 0;
    return changeAt(image, at, [state & ~typeBits], `${code}: not reported`);
  });
}

function createListing(image: Image, lists: Lists, arePlain: boolean): DtcListing {
  return {
    outcome: 'found',
    tableAt: lists.codesAt,
    rows: listRows(image, lists),
    confirmedBy: [
      `the program loads the address of a list of ${lists.count} codes in strictly rising order behind an empty one`,
      'it loads the address of the states, which lie whole in the segment of the diagnostics',
      ...(arePlain ? [`all ${lists.count} bytes there are states, one for each code`] : []),
    ],
    notSwitchable: null,
  };
}

function listRows(image: Image, { codesAt, statesAt, count }: Lists): DtcRow[] {
  return Array.from({ length: count - 1 }, (_, index): DtcRow => {
    const entry = index + 1;
    const number = image.u16be(codesAt + entry * 2) ?? 0;
    const state = ((image.u8(statesAt + entry) ?? 0) & typeBits) === 0 ? 'off' : 'on';
    const entriesAt = [statesAt + entry];
    return { code: codeOfWord(number) ?? '', number, state, paths: [entry], sharedWith: [], entriesAt };
  });
}

function findLists(image: Image, places: StateListPlaces): Lists | Sentence {
  const segments = places.readSegments(image);
  const system = segments.find(({ name }) => name === segmentNames.systemName);
  const diagnostics = segments.find(({ name }) => name === segmentNames.diagnosticsName);
  if (system === undefined || diagnostics === undefined) return sentence('segments_not_known');
  const codesAt = findAddress(image, places.codes, system);
  if (codesAt === null) return sentence('code_list_address_unclear');
  const statesAt = findAddress(image, places.states, system);
  if (statesAt === null) return sentence('states_address_unclear');
  const count = countCodes(image, codesAt);
  if (count < minCodes) return sentence('no_rising_list');
  if (statesAt < diagnostics.at || statesAt + count > diagnostics.end) {
    return sentence('states_outside_diagnostics');
  }
  const states = image.bytes.subarray(statesAt, statesAt + count);
  if (places.areStatesPlain && states.some((state) => state > stateBits)) return sentence('states_of_another_unit');
  return { codesAt, statesAt, count };
}

function findAddress(image: Image, needles: readonly Needle[], window: Window): number | null {
  const sites = needles.flatMap((one) => findNeedle(image, one, window));
  return onlyAddress(sites, (site) => {
    const high = image.u16be(site + highField) ?? 0;
    const low = image.u16be(site + lowField) ?? 0;
    return high * 0x10000 + (low >= 0x8000 ? low - 0x10000 : low);
  });
}

/** Counts the codes of the list, which begins with 0000 and rises up to its end. */
function countCodes(image: Image, codesAt: number): number {
  if (image.u16be(codesAt) !== 0) return 0;
  let count = 1;
  let last = 0;
  for (let at = codesAt + 2; count < maxCodes; at += 2) {
    const word = image.u16be(at);
    // There are no codes from 0xE000 on, and filler ends the list.
    if (word === null || word <= last || word >= 0xe000) break;
    last = word;
    count += 1;
  }
  return count;
}
