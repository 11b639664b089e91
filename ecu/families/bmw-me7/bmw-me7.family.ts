/**
 * What: Bosch ME7.2, petrol engines, C167, little endian.
 * Seen in: BMW V8 engines (540i, 740i, X5 4.4i, Alpina), about 1998 to 2005.
 * Sizes: 64 KB (the calibration alone, the usual read), 512 KB and 1 MB (with the calibration at 0x10000).
 * Recognised by: 5A5A first, 5AA5C33C last, and a list of CRCs at +0xFC00 that starts with the calibration's address.
 * Easily confused with: ME7 of the Volkswagen group, whose calibration starts alike and keeps no list at +0xFC00.
 * Sources: measured on real dumps.
 */
import { findVariant, variantFieldAt } from '../../platforms/bosch/variant-string.ts';
import { hardwareNumberAt } from '../../platforms/bosch/numbers.ts';
import { changeAt, u32leBytes } from '../../change.ts';
import { crc32Reflected } from '../../checksums/crc32.ts';
import type { Checksum, Facts, Family } from '../../family.ts';
import type { Image, Window } from '../../image.ts';
import { layout } from './bmw-me7.layout.ts';

export const bmwMe7: Family = {
  id: 'bmw-me7',
  maker: 'Bosch',
  models: ['ME7.2'],
  recognise(image) {
    const list = image.recall(findList);
    if (list === null) return [];
    const evidence = [{ points: 70, at: list.at, because: `a list of ${list.rows.length} CRCs over the calibration` }];
    const hardware = hardwareNumberAt(image, list.start + layout.hardwareNumberField);
    if (hardware !== null) {
      evidence.push({ points: 30, at: hardware.at, because: 'a Bosch number at the end of the calibration' });
    }
    return evidence;
  },
  describe(image) {
    const facts: Facts = {};
    const list = image.recall(findList);
    if (list === null) return facts;
    facts.model = { value: 'ME7.2', at: list.at, strength: 'implied' };
    facts.processor = { value: 'Infineon C167', at: list.at, strength: 'implied' };
    const hardware = hardwareNumberAt(image, list.start + layout.hardwareNumberField);
    if (hardware !== null) facts.hardwareNumber = { ...hardware, strength: 'strong' };
    Object.assign(facts, programOf(image, list.start), variantFacts(image, list.start));
    return facts;
  },
  dtcs: null,
  checksums: listChecksums,
};

type Row = { range: Window; valueAt: number };
/** `start` is where the calibration starts in the file. */
type List = { start: number; at: number; rows: Row[] };

function findList(image: Image): List | null {
  const start = layout.starts.find((at) => image.has(at, layout.calibrationLength) && isFramed(image, at));
  if (start === undefined) return null;
  const at = start + layout.listField;
  const count = image.u16le(at + layout.countField) ?? 0;
  if (count < 1 || count > layout.mostRows) return null;
  const rows: Row[] = [];
  for (let row = 0; row < count; row += 1) {
    const rowAt = at + layout.rowsField + row * layout.rowLength;
    const range = {
      at: (image.u32le(rowAt) ?? 0) - layout.address + start,
      end: (image.u32le(rowAt + 4) ?? 0) - layout.address + start + 1,
    };
    if (range.at < start || range.end <= range.at || range.end > start + layout.calibrationLength) return null;
    rows.push({ range, valueAt: rowAt + 8 });
  }
  return rows[0]?.range.at === start ? { start, at, rows } : null;
}

function isFramed(image: Image, start: number): boolean {
  if (image.u16le(start) !== layout.firstWord) return false;
  if (image.u32le(start + layout.calibrationLength - 4) !== layout.lastWords) return false;
  const markAddress = image.u32le(start + layout.listField) ?? 0;
  return image.u16le(markAddress - layout.address + start) === layout.listMark;
}

/** Three times the same: eight digits of the control unit's, eight of the program's. */
function programOf(image: Image, start: number): Facts {
  const at = start + layout.programField;
  const [first, ...others] = [0, 1, 2].map((copy) => image.ascii(at + copy * 0x10, 0x10));
  if (!first || !/^\d{16}$/.test(first) || others.some((other) => other !== first)) return {};
  return { softwareId: { value: first.slice(8), at: at + 8, strength: 'strong' } };
}

/** Where the control unit's name stands in other programs, these name the maker. */
function variantFacts(image: Image, start: number): Facts {
  const variant = findVariant(image, 'BMW/', { at: start, end: start + layout.calibrationLength });
  if (variant === null) return {};
  const facts: Facts = {
    variant: { value: variant.value, at: variant.at, strength: 'strong' },
    vehicleManufacturer: { value: 'BMW', at: variantFieldAt(variant, 2), strength: 'strong' },
  };
  const dataset = variant.fields[layout.datasetIndex];
  if (dataset) facts.dataset = { value: dataset, at: variantFieldAt(variant, layout.datasetIndex), strength: 'strong' };
  return facts;
}

function listChecksums(image: Image): Checksum[] {
  const list = image.recall(findList);
  if (list === null) return [];
  // A later row covers what no earlier one does; the list itself is covered by none.
  const checksums = list.rows.map(({ range, valueAt }, index): Checksum => {
    const expected = ~crc32Reflected(image, range, 0xffffffff) >>> 0;
    const name = `calibration CRC ${index + 1}`;
    return {
      name,
      kind: 'sum',
      ranges: [range],
      cells: [{ at: valueAt, end: valueAt + 4 }],
      state: image.u32le(valueAt) === expected ? 'ok' : 'wrong',
      correct: () => changeAt(image, valueAt, u32leBytes(expected), `the ${name}`),
    };
  });
  return image.sizeBytes > layout.calibrationLength ? [...checksums, programChecksum(image)] : checksums;
}

function programChecksum(image: Image): Checksum {
  const ranges = [{ at: 0, end: image.sizeBytes }];
  return { name: 'program sums', kind: 'sum', ranges, cells: [], state: 'unknown', correct: null };
}
