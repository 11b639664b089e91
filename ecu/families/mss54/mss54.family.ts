/**
 * What: Siemens MSS52, MSS54 and MSS54HP, petrol engines of BMW M, two 68k processors, big endian.
 * Seen in: BMW M3 E46 (also CSL), Z3 M and Z4 M with the S54, about 2000 to 2008.
 * Sizes: 32 KB and 64 KB (data of both processors), 256 KB (one processor), 512 KB and 1 MB (whole).
 * Recognised by: a page of 16 KB that ends with its own name three times, or the name of the unit in the boot area.
 * Easily confused with: other Siemens units of BMW, which have neither such a page nor a name at that place.
 * Sources: saildot4k/MSS54-XDFs, mushitaro/mss54hp-csl-convert-tuner (facts only); measured on real dumps.
 */
import type { Area, Facts, Family, Checksum, Fact } from '../../family.ts';
import { mss54Dtcs } from './mss54.dtcs.ts';
import { layout } from './mss54.layout.ts';
import { findDataPage, listDataPages, nameAt } from './mss54.pages.ts';
import { changeAt, u16beBytes } from '../../change.ts';
import { crc16Reflected } from '../../checksums/crc16.ts';
import type { Image } from '../../image.ts';
import type { DataPage } from './mss54.pages.ts';

export const mss54: Family = {
  id: 'mss54',
  maker: 'Siemens',
  models: ['MSS52', 'MSS54', 'MSS54HP'],
  recognise(image) {
    const page = findDataPage(image, 'Master');
    if (page !== null) {
      const reason = 'a page of data that ends with its own address and three times with its name';
      return [{ points: 95, at: page.at + layout.nameField, reason }];
    }
    const text = image.memo(findChipText);
    return text === null
      ? []
      : [{ points: 60, at: text.boot.at, reason: `the boot program is that of ${text.boot.value}` }];
  },
  describe(image) {
    const page = findDataPage(image, 'Master');
    const name = page === null ? null : nameAt(image, page.at);
    const text = image.memo(findChipText);
    const hardware = text === null || text.hardwareNumber === null ? {} : { hardwareNumber: text.hardwareNumber };
    if (page === null || name === null) return text === null ? {} : { ...factsOfChip(text), ...hardware };
    const at = page.at + layout.nameField;
    const isHp = image.u32be(page.at + layout.addressesField) === layout.nameAddresses[1];
    return {
      model: { value: isHp ? 'MSS54HP' : 'MSS54', at: page.at + layout.addressesField, strength: 'implied' },
      vehicleManufacturer: { value: 'BMW', at, strength: 'implied' },
      engine: { value: 'S54', at, strength: 'implied' },
      processor: { value: '68k', at, strength: 'implied' },
      softwareNumber: { value: name.slice(0, layout.programNumberLength), at, strength: 'strong' },
      softwareId: { value: name, at, strength: 'strong' },
      dataset: {
        value: name.slice(layout.programNumberLength),
        at: at + layout.programNumberLength,
        strength: 'strong',
      },
      ...hardware,
    };
  },
  dtcs: mss54Dtcs,
  checksums: mss54Checksums,
  areSumsProved: true,
  areas: (image) =>
    image.memo(listDataPages).map(({ at, end, next, processor }): Area => ({
      at,
      end: next?.end ?? end,
      kind: 'calibration',
      name: `${processor} data`,
    })),
};

function factsOfChip({ boot: { at } }: ChipText): Facts {
  return {
    vehicleManufacturer: { value: 'BMW', at, strength: 'implied' },
    processor: { value: '68k', at, strength: 'implied' },
  };
}

/** One CRC-16/ARC for each processor: mushitaro/mss54hp-csl-convert-tuner (facts only); 43 of 44 measured are right. */
function mss54Checksums(image: Image): Checksum[] {
  return image.memo(listDataPages).map((page) => toChecksum(image, page));
}

function toChecksum(image: Image, { at, processor, next }: DataPage): Checksum {
  const checksumAt = at + layout.checksumField;
  const own = { at, end: checksumAt };
  const expected = crc16Reflected(image, own, next === null ? erasedPageCrc : crc16Reflected(image, next, 0));
  const name = `${processor} data`;
  return {
    name,
    kind: 'sum',
    ranges: next === null ? [own] : [next, own],
    cells: [{ at: checksumAt, end: checksumAt + 2 }],
    state: image.u16be(checksumAt) === expected ? 'ok' : 'wrong',
    correct: () => changeAt(image, checksumAt, u16beBytes(expected), `The checksum of "${name}"`),
  };
}

/** CRC-16/ARC of a page of FF, which follows the data in the control unit that the file was read from. */
const erasedPageCrc = 0x4400;

/** The contents of one processor's boot area. An MSS54 can carry the boot program of an MSS52, so no model follows. */
type ChipText = { boot: Fact; hardwareNumber: Fact | null };

/**
 * The bytes of each word are swapped in relation to those of the program: a file that was read from the chip has the
 * text as it is; in one that was read through the processor, every two characters are swapped.
 */
function findChipText(image: Image): ChipText | null {
  if (!layout.sizes.includes(image.sizeBytes)) return null;
  for (const start of layout.processorStarts) {
    const boot = factAt(image, start + layout.chipBootAt, /^MSS5[24]/);
    if (boot !== null) return { boot, hardwareNumber: factAt(image, start + layout.chipHardwareAt, /^5WK9\d{3}/) };
  }
  return null;
}

function factAt(image: Image, at: number, pattern: RegExp): Fact | null {
  const text = image.ascii(at, 8) ?? '';
  const [plain] = pattern.exec(text) ?? [];
  if (plain !== undefined) return { value: plain, at, strength: 'strong' };
  const [turned] = pattern.exec(text.replace(/(.)(.)/g, '$2$1')) ?? [];
  return turned === undefined ? null : { value: turned, at, strength: 'implied' };
}
