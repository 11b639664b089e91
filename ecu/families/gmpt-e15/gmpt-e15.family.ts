/**
 * What: Delphi GMPT-E15 of General Motors, petrol engines of 2.2 litres, 68k, big endian.
 * Seen in: Opel Astra G, Vectra B and Zafira A with the Z22SE, about 2000 to 2005.
 * Sizes: 512 KB.
 * Recognised by: A55AA5A5 at the end, and rows of codes whose masks step through the bits one by one.
 * Easily confused with: P04 of General Motors, which ends with A55A and has no such rows.
 * Sources: zewy9910-ux/Z22SE_Tuner, LegacyNsfw/PcmHacks (facts only); measured on real dumps.
 */
import { codeOfWord } from '../../dtc/spelling.ts';
import type { DtcListing, DtcRow, Facts, Family } from '../../family.ts';
import type { Image } from '../../image.ts';
import { sentence } from '../../sentence.ts';

const layout = {
  sizeBytes: 0x80000,
  // Measured on the dumps of zewy9910-ux/Z22SE_Tuner; PcmHacks has the same last words for P10, of the same years.
  signatureAt: 0x7fffc,
  signature: 0xa55aa5a5,
  resetAt: 0x04,
  // Rows of {code, mask, byte}: the bit that stands for the code moves on by one in every row. zewy9910-ux (facts
  // only).
  rowsAt: 0x2000,
  rowsEnd: 0x4000,
  rowLength: 4,
  maskField: 2,
  byteField: 3,
  minRows: 100,
  maxRows: 0x800,
  notUsed: [0x0000, 0x9999, 0xffff],
  calibrationIdAt: 0x800c,
  calibrationIdLength: 8,
  // Pages with the vehicle's own values. One of the two is erased.
  ownPages: [0x4000, 0x6000],
  vehicleNumberField: 0x2c,
  hardwareField: 0x6e,
  hardwareLength: 17,
  hardwareNumberField: 9,
  engineField: 0x84,
  engineLength: 6,
  partNumberField: 0x8e,
  partNumberLength: 8,
};

type Rows = { at: number; count: number };

export const gmptE15: Family = {
  id: 'gmpt-e15',
  maker: 'Delphi',
  models: ['GMPT-E15'],
  recognise(image) {
    const rows = image.memo(findRows);
    if (rows === null) return [];
    return [{ points: 95, at: rows.at, reason: `${rows.count} codes, each with the bit after the one before it` }];
  },
  describe(image) {
    const rows = image.memo(findRows);
    if (rows === null) return {};
    const facts: Facts = {
      model: { value: 'GMPT-E15', at: rows.at, strength: 'implied' },
      processor: { value: '68k', at: layout.resetAt, strength: 'implied' },
    };
    const calibrationId = image.ascii(layout.calibrationIdAt, layout.calibrationIdLength);
    if (calibrationId !== null && /^\d+$/.test(calibrationId)) {
      facts.softwareNumber = { value: calibrationId, at: layout.calibrationIdAt, strength: 'strong' };
    }
    const [page, other] = layout.ownPages.map((at) => factsOfPage(image, at)).filter((one) => one !== null);
    // If both pages are written, it is unknown which is newer.
    return page !== undefined && other === undefined ? { ...facts, ...page } : facts;
  },
  dtcs: { list: createListing, switchOff: null },
  checksums: null,
};

function factsOfPage(image: Image, page: number): Facts | null {
  const hardware = image.ascii(page + layout.hardwareField, layout.hardwareLength);
  const [, number] = /^DEL {2}\w{4}(\d{8})$/.exec(hardware ?? '') ?? [];
  if (number === undefined) return null;
  const facts: Facts = {
    hardwareNumber: { value: number, at: page + layout.hardwareField + layout.hardwareNumberField, strength: 'strong' },
  };
  const engineAt = page + layout.engineField;
  const engine = (image.ascii(engineAt, layout.engineLength) ?? '').trimEnd();
  if (/^Z\d\d[A-Z]{2,3}$/.test(engine)) facts.engine = { value: engine, at: engineAt, strength: 'strong' };
  const partNumberAt = page + layout.partNumberField;
  const partNumber = image.ascii(partNumberAt, layout.partNumberLength);
  if (partNumber !== null && /^\d+$/.test(partNumber)) {
    facts.partNumber = { value: partNumber, at: partNumberAt, strength: 'strong' };
  }
  // W0L at the start of a vehicle's number stands for Opel (ISO 3780).
  if (image.ascii(page + layout.vehicleNumberField, 3) === 'W0L') {
    facts.vehicleManufacturer = { value: 'Opel', at: page + layout.vehicleNumberField, strength: 'implied' };
  }
  return facts;
}

function createListing(image: Image): DtcListing {
  const found = image.memo(findRows);
  if (found === null) return { outcome: 'not found', reason: sentence('no_rows_of_bits') };
  const rows = new Map<number, DtcRow>();
  for (let index = 0; index < found.count; index += 1) {
    const at = found.at + index * layout.rowLength;
    const number = image.u16be(at) ?? 0;
    const code = codeOfWord(number);
    if (code === null || layout.notUsed.includes(number)) continue;
    const row = rows.get(number) ?? { code, number, state: 'unknown', paths: [], sharedWith: [], entriesAt: [] };
    row.paths.push(index);
    row.entriesAt.push(at);
    rows.set(number, row);
  }
  return {
    outcome: 'found',
    tableAt: found.at,
    rows: [...rows.values()],
    confirmedBy: [
      `${found.count} rows whose masks are the eight bits of a byte, one after the other`,
      'the number of the byte goes up after every eighth row, and begins with the first',
    ],
    notSwitchable: sentence('switch_not_known'),
  };
}

function findRows(image: Image): Rows | null {
  if (image.sizeBytes !== layout.sizeBytes || image.u32be(layout.signatureAt) !== layout.signature) return null;
  for (let at = layout.rowsAt; at < layout.rowsEnd; at += 2) {
    const count = countRows(image, at);
    if (count >= layout.minRows) return { at, count };
  }
  return null;
}

function countRows(image: Image, at: number): number {
  for (let index = 0; index < layout.maxRows; index += 1) {
    const rowAt = at + index * layout.rowLength;
    const fits =
      image.u8(rowAt + layout.maskField) === 1 << (index % 8) &&
      image.u8(rowAt + layout.byteField) === Math.floor(index / 8);
    if (!fits) return index;
  }
  return layout.maxRows;
}
