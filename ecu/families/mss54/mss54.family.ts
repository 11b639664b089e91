/**
 * What: Siemens MSS52, MSS54 and MSS54HP, petrol engines of BMW M, two 68k processors, big endian.
 * Seen in: BMW M3 E46 (also CSL), Z3 M and Z4 M with the S54, about 2000 to 2008.
 * Sizes: 32 KB and 64 KB (data of both processors), 256 KB (one processor), 512 KB and 1 MB (whole).
 * Recognised by: a page of 16 KB that ends with its own name three times, or the name of the unit in the boot area.
 * Easily confused with: other Siemens units of BMW, which have neither such a page nor a name at that place.
 * Sources: saildot4k/MSS54-XDFs, mushitaro/mss54hp-csl-convert-tuner (facts only); measured on real dumps.
 */
import type { Area, Facts, Family } from '../../family.ts';
import { mss54Checksums } from './mss54.checksums.ts';
import type { ChipText } from './mss54.chip.ts';
import { findChipText } from './mss54.chip.ts';
import { mss54Dtcs } from './mss54.dtcs.ts';
import { layout } from './mss54.layout.ts';
import { findDataPage, listDataPages, nameAt } from './mss54.pages.ts';

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
