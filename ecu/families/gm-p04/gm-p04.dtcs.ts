import { changeAt } from '../../change.ts';
import { gmCodeLists, gmRows, gmTypeRuns } from '../../platforms/gm/code-list.ts';
import type { DtcRow, Dtcs } from '../../family.ts';
import type { Image } from '../../image.ts';
import { findNeedle, onlyAddress } from '../../platforms/gm/needles.ts';
import { findSum } from './gm-p04.checksums.ts';
import { layout, needles } from './gm-p04.layout.ts';
import { isSentence, sentence } from '../../sentence.ts';
import type { Sentence } from '../../sentence.ts';

type Tables = { recordsAt: number; count: number; typesAt: number };

export const gmP04Dtcs: Dtcs = {
  list(image) {
    const tables = image.memo(findTables);
    if (isSentence(tables)) return { outcome: 'not found', reason: tables };
    const { recordsAt, count, typesAt } = tables;
    return {
      outcome: 'found',
      tableAt: recordsAt,
      rows: listRows(image, tables),
      confirmedBy: [
        `${count} records in strictly rising order behind an empty one`,
        `a table of ${count} types begins with that of the empty record`,
        `a second table of ${count} entries that are 0 or 1 follows it`,
        ...(isCompared(image, typesAt) ? ['the program compares the entries of the first table with 3'] : []),
      ],
      notSwitchable:
        isCompared(image, typesAt) && image.memo(findSum) !== null ? null : sentence('p04_program_not_read'),
    };
  },
  /** Leaves the second table as it is: makers' files have both of its values beside type 3. */
  switchOff(image, codes) {
    const tables = image.memo(findTables);
    if (isSentence(tables)) return [];
    const chosen = listRows(image, tables).filter(({ code }) => codes.includes(code));
    return chosen.flatMap(({ code, entriesAt }) =>
      entriesAt.flatMap((at) => changeAt(image, at, [layout.typeOff], `${code}: not reported`)),
    );
  },
};

function listRows(image: Image, { recordsAt, count, typesAt }: Tables): DtcRow[] {
  return gmRows(image, { at: recordsAt, stride: layout.recordStride, count }, (index) => ({
    state: image.u8(typesAt + index) === layout.typeOff ? 'off' : 'on',
    entriesAt: [typesAt + index],
  }));
}

/** Whether the one instruction that reads a type refers to this table. */
function isCompared(image: Image, typesAt: number): boolean {
  const { needle, addressField } = needles.types;
  const sites = findNeedle(image, needle, { at: layout.programAt, end: layout.calibrationAt });
  return onlyAddress(sites, (site) => image.u32be(site + addressField)) === typesAt;
}

/** Finds the tables, or states why there are none. */
function findTables(image: Image): Tables | Sentence {
  if (image.sizeBytes !== layout.sizeBytes) return sentence('not_a_whole_file');
  const lists = gmCodeLists(image, layout.recordStride, { at: layout.programAt, end: image.sizeBytes });
  const [list] = lists;
  if (list === undefined || lists.length > 1) return sentence('not_one_rising_list');
  const places = findTypes(image, list.count);
  const [typesAt] = places;
  if (typesAt === undefined || places.length > 1) return sentence('not_one_state_table');
  return { recordsAt: list.at, count: list.count, typesAt };
}

function findTypes(image: Image, count: number): number[] {
  const { bytes, sizeBytes: end } = image;
  const { calibrationAt: at } = layout;
  const runs = gmTypeRuns(bytes, { at, end });
  const odd = count % 2;
  const places: number[] = [];
  for (let typesAt = at + 2; typesAt + 2 * count + 2 < end; typesAt += 2) {
    const run = runs[typesAt - at] ?? 0;
    if (bytes[typesAt] !== layout.typeOff || bytes[typesAt - 1] !== layout.padding) continue;
    if (odd === 1 ? run !== count || bytes[typesAt + count] !== layout.padding : run < 2 * count) continue;
    // In some programs the second table shows which codes light the lamp, in others something else.
    const secondAt = typesAt + count + odd;
    if (bytes.subarray(secondAt, secondAt + count).every((flag) => flag <= 1)) places.push(typesAt);
  }
  return places;
}
