import { gmCodeLists, gmRows, gmTypeRuns } from '../../platforms/gm/code-list.ts';
import type { Dtcs } from '../../family.ts';
import type { Image } from '../../image.ts';
import { layout } from './gm-p04.layout.ts';
import { isSentence, sentence } from '../../sentence.ts';
import type { Sentence } from '../../sentence.ts';

type Tables = { recordsAt: number; count: number; typesAt: number };

export const gmP04Dtcs: Dtcs = {
  list(image) {
    const tables = image.memo(tablesOf);
    if (isSentence(tables)) return { outcome: 'not found', reason: tables };
    const { recordsAt, count, typesAt } = tables;
    const rows = gmRows(image, { at: recordsAt, stride: layout.recordStride, count }, (index) => ({
      state: image.u8(typesAt + index) === layout.typeOff ? 'off' : 'on',
      entriesAt: [typesAt + index],
    }));
    return {
      outcome: 'found',
      tableAt: recordsAt,
      rows,
      confirmedBy: [
        `${count} records in strictly rising order behind an empty one`,
        `a table of ${count} types begins with that of the empty record`,
        `a second table of ${count} entries that are 0 or 1 follows it`,
      ],
      notSwitchable: sentence('checksums_not_public'),
    };
  },
  switchOff: null,
};

/** The tables, or why there are none. */
function tablesOf(image: Image): Tables | Sentence {
  if (image.sizeBytes !== layout.sizeBytes) return sentence('not_a_whole_file');
  const lists = gmCodeLists(image, layout.recordStride, { at: layout.programAt, end: image.sizeBytes });
  const [list] = lists;
  if (list === undefined || lists.length > 1) return sentence('not_one_rising_list');
  const places = typesOf(image, list.count);
  const [typesAt] = places;
  if (typesAt === undefined || places.length > 1) return sentence('not_one_state_table');
  return { recordsAt: list.at, count: list.count, typesAt };
}

function typesOf(image: Image, count: number): number[] {
  const { bytes, sizeBytes: end } = image;
  const { calibrationAt: at } = layout;
  const runs = gmTypeRuns(bytes, { at, end });
  const odd = count % 2;
  const places: number[] = [];
  for (let typesAt = at + 2; typesAt + 2 * count + 2 < end; typesAt += 2) {
    const run = runs[typesAt - at] ?? 0;
    if (bytes[typesAt] !== layout.typeOff || bytes[typesAt - 1] !== layout.padding) continue;
    if (odd === 1 ? run !== count || bytes[typesAt + count] !== layout.padding : run < 2 * count) continue;
    // The second table shows which codes light the lamp in some programs, and something else in others.
    const secondAt = typesAt + count + odd;
    if (bytes.subarray(secondAt, secondAt + count).every((flag) => flag <= 1)) places.push(typesAt);
  }
  return places;
}
