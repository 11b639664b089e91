import { changeAt } from '../../change.ts';
import { codeOfWord } from '../../dtc/spelling.ts';
import type { Change, DtcListing, DtcRow, DtcState, Dtcs } from '../../family.ts';
import type { Image } from '../../image.ts';
import type { Needle } from '../../platforms/gm/needles.ts';
import { findNeedle, onlyAddress } from '../../platforms/gm/needles.ts';
import { layout, needles } from './gm-e54.layout.ts';
import { segmentsOf } from './gm-e54.segments.ts';
import { isSentence, sentence } from '../../sentence.ts';
import type { Sentence } from '../../sentence.ts';

/** Record 0 stands for no code; entry 0 of both tables belongs to it. */
type Tables = { recordsAt: number; count: number; typesAt: number; lampsAt: number };

export const gmE54Dtcs: Dtcs = {
  list(image) {
    const tables = image.memo(findTables);
    return isSentence(tables) ? { outcome: 'not found', reason: tables } : createListing(image, tables);
  },
  switchOff(image, codes) {
    const tables = image.memo(findTables);
    if (isSentence(tables)) return [];
    return listRows(image, tables).flatMap(({ code, entriesAt }): Change[] => {
      const [typeAt, lampAt] = entriesAt;
      if (!codes.includes(code) || typeAt === undefined || lampAt === undefined) return [];
      return [
        ...changeAt(image, typeAt, [layout.typeOff], `${code}: not reported`),
        ...changeAt(image, lampAt, [layout.lampOff], `${code}: no lamp`),
      ];
    });
  },
};

function createListing(image: Image, tables: Tables): DtcListing {
  return {
    outcome: 'found',
    tableAt: tables.recordsAt,
    rows: listRows(image, tables),
    confirmedBy: [
      `the program loads the address of ${tables.count} records in strictly rising order behind an empty one`,
      'it loads the addresses of types and lamps, which lie whole in the segment of the diagnostics',
      `no code among ${tables.count} whose type lights no lamp has one`,
    ],
    notSwitchable: null,
  };
}

function listRows(image: Image, { recordsAt, count, typesAt, lampsAt }: Tables): DtcRow[] {
  return Array.from({ length: count }, (_, index): DtcRow => {
    const entry = index + 1;
    const number = image.u16be(recordsAt + entry * layout.recordLength) ?? 0;
    const entriesAt = [typesAt + entry, lampsAt + entry];
    const state = toState(image.u8(typesAt + entry), image.u8(lampsAt + entry));
    return { code: codeOfWord(number) ?? '', number, state, paths: [entry], sharedWith: [], entriesAt };
  });
}

function toState(type: number | null, lamp: number | null): DtcState {
  if (type !== layout.typeOff) return 'on';
  return lamp === layout.lampOff ? 'off' : 'partial';
}

/** Finds the tables, or states why there are none. */
function findTables(image: Image): Tables | Sentence {
  const [system, , diagnostics] = segmentsOf(image);
  if (system === undefined || diagnostics === undefined) return sentence('segments_not_known');
  const [codesAt, typesAt, lampsAt] = [needles.codes, needles.types, needles.lamps].map((one) =>
    findAddress(image, one),
  );
  if (codesAt == null) return sentence('code_list_address_unclear');
  if (typesAt == null || lampsAt == null) return sentence('states_address_unclear');
  const recordsAt = codesAt + layout.codeField - layout.recordLength;
  const count = countRecords(image, recordsAt);
  if (count < layout.minCodes) return sentence('no_rising_list');
  const isInside = (at: number) => at >= diagnostics.at && at + count + 1 <= diagnostics.end;
  if (!isInside(typesAt) || !isInside(lampsAt)) {
    return sentence('states_outside_diagnostics');
  }
  return areStates(image, typesAt, lampsAt, count)
    ? { recordsAt, count, typesAt, lampsAt }
    : sentence('states_of_another_unit');
}

function findAddress(image: Image, one: Needle): number | null {
  return onlyAddress(findNeedle(image, one, layout.system), (site) => image.u32be(site + 4));
}

function countRecords(image: Image, recordsAt: number): number {
  if (image.u16be(recordsAt) !== 0) return 0;
  let last = 0;
  for (let entry = 1; entry <= layout.maxCodes; entry += 1) {
    const word = image.u16be(recordsAt + entry * layout.recordLength) ?? 0;
    if (word <= last || word >>> 14 === 1 || word >>> 14 === 2) return entry - 1;
    last = word;
  }
  return 0;
}

/** Whether all states are valid. A code that is switched off has an unlit type and no lamp, so it stays valid. */
function areStates({ bytes }: Image, typesAt: number, lampsAt: number, count: number): boolean {
  for (let entry = 0; entry <= count; entry += 1) {
    const type = bytes[typesAt + entry] as number;
    const lamp = bytes[lampsAt + entry] as number;
    if (type > layout.maxType || lamp > 1) return false;
    if (type >= layout.firstUnlitType && lamp !== layout.lampOff) return false;
  }
  return true;
}
