/**
 * What: Mitsubishi Electric with a SuperH processor (SH7052), petrol engines, big endian.
 * Seen in: Mitsubishi Lancer Evolution VIII, about 2003 to 2005.
 * Sizes: 256 KB.
 * Recognised by: the same two vectors twice, and a list of 13 groups of 16 codes with one known group.
 * Easily confused with: SuperH units of Denso, which keep the name of the calibration at 0x2000.
 * Sources: measured on real dumps.
 */
import { codeOfWord } from '../../dtc/spelling.ts';
import type { DtcListing, DtcRow, Family } from '../../family.ts';
import { u16beBytes } from '../../change.ts';
import type { Image } from '../../image.ts';
import { sentence } from '../../sentence.ts';

const layout = {
  sizeBytes: 0x40000,
  /** Reset and manual reset start the same program on the same stack. */
  startAt: 0x00,
  stackAt: 0x04,
  secondStartAt: 0x08,
  secondStackAt: 0x0c,
  stackAddress: 0xffff0000,
  // Measured on ten dumps: 13 groups of 16 codes, one for each bit of two bytes; decimal digits, 0 for unused bits.
  listFrom: 0x8000,
  listEnd: 0xc000,
  listLength: 13 * 16,
  // The second group has the heaters and sensors of both probes of the second bank, in this order.
  knownGroup: [0x0421, 0x0170, 0x0134, 0x0133, 0x0132, 0x0136, 0x0135, 0x0141, 0x0139],
  knownGroupAt: 16,
  minCodes: 90,
  maxDigit: 9,
};

const knownGroup = Uint8Array.from(layout.knownGroup.flatMap(u16beBytes));

export const mitsubishiSh: Family = {
  id: 'mitsubishi-sh',
  maker: 'Mitsubishi',
  models: ['SH7052'],
  recognise(image) {
    const at = image.memo(findList);
    if (at === null) return [];
    return [{ points: 90, at, reason: 'the vectors of a SuperH, twice the same, and a list of codes in groups of 16' }];
  },
  describe(image) {
    const at = image.memo(findList);
    if (at === null) return {};
    return {
      processor: { value: 'SH7052', at: layout.stackAt, strength: 'implied' },
      vehicleManufacturer: { value: 'Mitsubishi', at, strength: 'implied' },
    };
  },
  dtcs: { list: createListing, switchOff: null },
  checksums: null,
};

function createListing(image: Image): DtcListing {
  const listAt = image.memo(findList);
  if (listAt === null) return { outcome: 'not found', reason: sentence('no_list_in_groups') };
  const rows = new Map<number, DtcRow>();
  for (let index = 0; index < layout.listLength; index += 1) {
    const at = listAt + index * 2;
    const number = image.u16be(at) ?? 0;
    const code = codeOfWord(number);
    if (code === null || !isDecimal(number)) continue;
    const row = rows.get(number) ?? { code, number, state: 'unknown', paths: [], sharedWith: [], entriesAt: [] };
    row.paths.push(index);
    row.entriesAt.push(at);
    rows.set(number, row);
  }
  return {
    outcome: 'found',
    tableAt: listAt,
    rows: [...rows.values()],
    confirmedBy: ['one group of codes stands in its place and order', `${rows.size} codes of decimal digits around it`],
    notSwitchable: sentence('equipment_bits_unknown'),
  };
}

function isDecimal(number: number): boolean {
  return number <= 0x2999 && [0, 4, 8, 12].every((shift) => ((number >>> shift) & 0xf) <= layout.maxDigit);
}

function findList(image: Image): number | null {
  if (image.sizeBytes !== layout.sizeBytes) return null;
  const start = image.u32be(layout.startAt) ?? 0;
  const stack = image.u32be(layout.stackAt) ?? 0;
  if (stack < layout.stackAddress || start < 0x400 || start >= image.sizeBytes || start % 2 !== 0) return null;
  if (image.u32be(layout.secondStartAt) !== start || image.u32be(layout.secondStackAt) !== stack) return null;
  const groupAt = image.find(knownGroup, { at: layout.listFrom, end: layout.listEnd });
  if (groupAt === null) return null;
  const at = groupAt - layout.knownGroupAt * 2;
  let count = 0;
  for (let index = 0; index < layout.listLength; index += 1) {
    const number = image.u16be(at + index * 2) ?? 0;
    if (number !== 0 && isDecimal(number)) count += 1;
  }
  return count >= layout.minCodes ? at : null;
}
