import { changeAt } from '../../change.ts';
import { gmCodeLists, gmRows, gmTypeRuns, isGmLamps } from '../../platforms/gm/code-list.ts';
import { codeOfWord } from '../../dtc/spelling.ts';
import type { Change, DtcListing, DtcState, Dtcs } from '../../family.ts';
import type { Image, Window } from '../../image.ts';
import { layout } from './gm-p01.layout.ts';
import { readSegments } from './gm-p01.segments.ts';
import { isSentence, sentence } from '../../sentence.ts';
import type { Sentence } from '../../sentence.ts';

/** Record 0 stands for no code; entry 0 of both tables belongs to it. */
type Tables = { recordsAt: number; stride: number; count: number; typesAt: number; lampsAt: number };

export const gmP01Dtcs: Dtcs = {
  list(image) {
    const tables = image.memo(findTables);
    if (isSentence(tables)) return { outcome: 'not found', reason: tables };
    return createListing(image, tables);
  },
  switchOff(image, codes) {
    const tables = image.memo(findTables);
    if (isSentence(tables)) return [];
    const changes: Change[] = [];
    for (let index = 1; index < tables.count; index += 1) {
      const code = codeOfWord(image.u16be(tables.recordsAt + index * tables.stride) ?? 0);
      if (code === null || !codes.includes(code)) continue;
      changes.push(...changeAt(image, tables.typesAt + index, [layout.typeOff], `${code}: not reported`));
      changes.push(...changeAt(image, tables.lampsAt + index, [layout.lampOff], `${code}: no lamp`));
    }
    return changes;
  },
};

function createListing(image: Image, { recordsAt, stride, count, typesAt, lampsAt }: Tables): DtcListing {
  const rows = gmRows(image, { at: recordsAt, stride, count }, (index) => ({
    state: toState(image.bytes[typesAt + index], image.bytes[lampsAt + index]),
    entriesAt: [typesAt + index, lampsAt + index],
  }));
  return {
    outcome: 'found',
    tableAt: recordsAt,
    rows,
    confirmedBy: [
      `${count} records in strictly rising order behind an empty one`,
      `three tables of exactly ${count} bytes follow each other in the segment of the engine's diagnostics`,
      'the entry of the empty record is not reported and has no lamp',
    ],
    notSwitchable: null,
  };
}

function toState(type: number | undefined, lamp: number | undefined): DtcState {
  if (type !== layout.typeOff) return 'on';
  return lamp === layout.lampOff ? 'off' : 'partial';
}

/** Finds the tables, or states why there are none. */
function findTables(image: Image): Tables | Sentence {
  const [system, , diagnostics] = image.memo(readSegments) ?? [];
  if (system === undefined || diagnostics === undefined) return sentence('segments_not_known');
  const lists = layout.recordStrides.flatMap((stride) =>
    gmCodeLists(image, stride, { at: layout.programAt, end: system.end }),
  );
  const [list] = lists;
  if (list === undefined) return sentence('no_rising_list');
  if (lists.length > 1) return sentence('several_rising_lists');
  const found = findStates(image, list.count, diagnostics);
  const [states] = found;
  if (states === undefined) return sentence('states_not_in_place');
  if (found.length > 1) return sentence('several_state_tables');
  return { recordsAt: list.at, stride: list.stride, count: list.count, ...states };
}

/**
 * Finds three tables of `count` small bytes: one that is not used here, the types, and the lamps. Each begins at an
 * even offset, and the bytes around them are larger ones, so their place does not depend on what they hold.
 */
function findStates(image: Image, count: number, { at, end }: Window): Pick<Tables, 'typesAt' | 'lampsAt'>[] {
  const { bytes } = image;
  const odd = count % 2;
  const found: Pick<Tables, 'typesAt' | 'lampsAt'>[] = [];
  const runs = gmTypeRuns(bytes, { at, end });
  const runAt = (next: number) => runs[next - at] ?? 0;
  for (let firstAt = at + (at % 2); firstAt + 3 * count + layout.betweenTablesLength < end; firstAt += 2) {
    if (runAt(firstAt) !== count || runAt(firstAt - 1) > 0) continue;
    const typesAt = firstAt + count + odd + layout.betweenTablesLength;
    const lampsAt = typesAt + count + odd;
    if (runAt(typesAt - 1) > 0 || runAt(lampsAt) !== count) continue;
    // A table of odd length is followed by one byte of padding, one of even length directly by the lamps.
    if (odd === 1 && bytes[lampsAt - 1] !== layout.padding) continue;
    if (runAt(typesAt) !== (odd === 1 ? count : 2 * count)) continue;
    if (bytes[typesAt] !== layout.typeOff || !isGmLamps(bytes.subarray(lampsAt, lampsAt + count))) continue;
    found.push({ typesAt, lampsAt });
  }
  return found;
}
