import { gmCodeLists, gmTypeRuns, isGmLamps } from '../../delphi/gm-code-list.ts';
import { codeOfWord } from '../../dtc/spelling.ts';
import type { DtcRow, Dtcs } from '../../family.ts';
import type { Image } from '../../image.ts';
import { layout } from './gm-p04.layout.ts';

type Tables = { recordsAt: number; count: number; typesAt: number; lampsAt: number };

export const gmP04Dtcs: Dtcs = {
  list(image) {
    const tables = image.recall(tablesOf);
    if (typeof tables === 'string') return { answer: 'not found', because: tables };
    const { recordsAt, count, typesAt, lampsAt } = tables;
    const rows: DtcRow[] = [];
    for (let index = 1; index < count; index += 1) {
      const number = image.u16be(recordsAt + index * layout.recordStride) ?? 0;
      const isOff = image.u8(typesAt + index) === layout.typeOff;
      const state = !isOff ? 'on' : image.u8(lampsAt + index) === 0 ? 'off' : 'partial';
      const entriesAt = [typesAt + index, lampsAt + index];
      rows.push({ code: codeOfWord(number) ?? '', number, state, paths: [index], sharedWith: [], entriesAt });
    }
    return {
      answer: 'found',
      tableAt: recordsAt,
      rows,
      confirmedBy: [
        `${count} records in strictly rising order behind an empty one`,
        `a table of ${count} types and one of ${count} lamps follow each other`,
        'nearly no code lights the lamp whose type is to light none',
      ],
      notSwitchable: 'Where P04 keeps its checksums is not known, and no public definition says how its codes are switched off.',
    };
  },
  switchOff: null,
};

/** The tables, or why there are none. */
function tablesOf(image: Image): Tables | string {
  if (image.sizeBytes !== layout.sizeBytes) return 'This is not a whole file.';
  const lists = gmCodeLists(image, layout.recordStride, { at: layout.programAt, end: image.sizeBytes });
  const [list] = lists;
  if (list === undefined || lists.length > 1) return 'There is not exactly one list of codes in rising order.';
  const found = statesOf(image, list.count);
  const [states] = found;
  if (states === undefined || found.length > 1) return 'There is not exactly one place for the states of the codes.';
  return { recordsAt: list.at, count: list.count, ...states };
}

function statesOf(image: Image, count: number): Pick<Tables, 'typesAt' | 'lampsAt'>[] {
  const { bytes, sizeBytes: end } = image;
  const { calibrationAt: at } = layout;
  const runs = gmTypeRuns(bytes, { at, end });
  const odd = count % 2;
  const found: Pick<Tables, 'typesAt' | 'lampsAt'>[] = [];
  for (let typesAt = at + 2; typesAt + 2 * count + 2 < end; typesAt += 2) {
    const run = runs[typesAt - at] ?? 0;
    if (bytes[typesAt] !== layout.typeOff || bytes[typesAt - 1] !== layout.padding) continue;
    if (odd === 1 ? run !== count : run < 2 * count) continue;
    const lampsAt = typesAt + count + odd;
    if (odd === 1 && bytes[lampsAt - 1] !== layout.padding) continue;
    const types = bytes.subarray(typesAt, typesAt + count);
    const lamps = bytes.subarray(lampsAt, lampsAt + count);
    if (isGmLamps(lamps) && agree(types, lamps)) found.push({ typesAt, lampsAt });
  }
  return found;
}

function agree(types: Uint8Array, lamps: Uint8Array): boolean {
  const against = lamps.filter((lamp, index) => lamp === 1 && (types[index] ?? 0) >= 2).length;
  return against <= lamps.length * layout.lampsAgainstType;
}
