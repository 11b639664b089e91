import { changeAt } from '../../change.ts';
import { codeOfWord } from '../../dtc/spelling.ts';
import type { Change, DtcListing, DtcRow, Dtcs } from '../../family.ts';
import type { Image } from '../../image.ts';
import { findChip } from './denso-sh.chip.ts';
import { layout } from './denso-sh.layout.ts';
import { listNc, switchOffNc } from './denso-sh.nc.ts';
import { listSubaru, readEnables, switchOffSubaru } from './denso-sh.subaru.ts';
import { sentence } from '../../sentence.ts';

export const densoShDtcs: Dtcs = {
  list(image) {
    if (image.memo(findChip)?.isNc === true) return listNc(image);
    const tables = image.memo(findMazdaTables);
    const [tableAt] = tables;
    if (tableAt === undefined) return listSubaru(image);
    if (tables.length > 1) return { outcome: 'not found', reason: sentence('table_at_several_offsets') };
    return createListing(image, tableAt);
  },
  switchOff(image, codes) {
    if (image.memo(findChip)?.isNc === true) return switchOffNc(image, codes);
    const [tableAt] = image.memo(findMazdaTables);
    if (tableAt === undefined) return switchOffSubaru(image, codes);
    const changes: Change[] = [];
    for (let index = 0; index < layout.mazdaEntries; index += 1) {
      const code = codeAt(image, tableAt, index);
      if (code === null || !codes.includes(code)) continue;
      for (const at of enablesAt(tableAt, index)) changes.push(...changeAt(image, at, [0], `${code}: not enabled`));
    }
    return changes;
  },
};

function enablesAt(tableAt: number, index: number): [number, number] {
  return [tableAt + layout.mazdaEnableField + index, tableAt + layout.mazdaSecondEnableField + index];
}

function codeAt(image: Image, tableAt: number, index: number): string | null {
  const word = image.u16be(tableAt + index * 2) ?? 0xffff;
  return word === 0xffff ? null : codeOfWord(word);
}

function createListing(image: Image, tableAt: number): DtcListing {
  const rows = new Map<string, DtcRow>();
  for (let index = 0; index < layout.mazdaEntries; index += 1) {
    const code = codeAt(image, tableAt, index);
    if (code === null) continue;
    const number = image.u16be(tableAt + index * 2) ?? 0;
    const row = rows.get(code) ?? { code, number, state: 'off', paths: [], sharedWith: [], entriesAt: [] };
    row.paths.push(index);
    row.entriesAt.push(...enablesAt(tableAt, index));
    rows.set(code, row);
  }
  for (const row of rows.values()) row.state = readEnables(image, row);
  return {
    outcome: 'found',
    tableAt,
    rows: [...rows.values()],
    confirmedBy: [
      `${layout.mazdaEntries} entries: codes in rising order, and unused ones behind them`,
      'two arrays of the same length follow that hold nothing but 0 and 1',
      'no unused entry has a mask, and nearly every other one has a monitor',
    ],
    notSwitchable: null,
  };
}

/** Finds where the arrays can be. Of the bytes that switch a code, it only matters that they are 0 or 1. */
function findMazdaTables(image: Image): number[] {
  const found: number[] = [];
  if (image.memo(findChip) === null) return found;
  const { bytes } = image;
  const lastAt = image.sizeBytes - layout.mazdaLength;
  for (let at = layout.mazdaFirstAt; at <= lastAt && found.length < 2; at += 4) {
    const behind = at + layout.mazdaEnableField;
    // The last entry is unused and not enabled, so two reads rule out nearly every offset.
    if (bytes[behind - 1] !== 0xff || bytes[behind - 2] !== 0xff || bytes[behind + layout.mazdaEntries - 1] !== 0)
      continue;
    const count = codesIn(image, at);
    if (count >= layout.mazdaFewestCodes && isTableAt(image, at, count)) found.push(at);
  }
  return found;
}

/** Counts the codes in front of the unused entries; 0 when something else stands there. */
function codesIn(image: Image, at: number): number {
  let last = 0;
  let count = 0;
  for (let index = 0; index < layout.mazdaEntries; index += 1) {
    const word = image.u16be(at + index * 2) ?? 0;
    if (word === 0xffff) continue;
    // No code follows an unused entry.
    if (word === 0 || index !== count || (index > layout.mazdaRisingFrom && word <= last)) return 0;
    last = word;
    count += 1;
  }
  return count;
}

function isTableAt(image: Image, at: number, count: number): boolean {
  let monitored = 0;
  for (let index = 0; index < layout.mazdaEntries; index += 1) {
    const enables = enablesAt(at, index).map((enableAt) => image.u8(enableAt) ?? 0xff);
    if (enables.some((enable) => enable > 1)) return false;
    const mask = image.u16be(at + layout.mazdaMaskField + index * 2);
    if (index >= count && (mask !== 0 || enables.some((enable) => enable !== 0))) return false;
    if (index < count && image.u8(at + layout.mazdaMonitorField + index) !== 0) monitored += 1;
  }
  return monitored >= count * layout.mazdaMonitored;
}
