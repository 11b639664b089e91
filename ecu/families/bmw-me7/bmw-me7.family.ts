/**
 * What: Bosch ME7.2, petrol engines, C167, little endian.
 * Seen in: BMW V8 engines (540i, 740i, X5 4.4i, Alpina), about 1998 to 2005.
 * Sizes: 64 KB (the calibration alone, the usual read), 512 KB and 1 MB (with the calibration at 0x10000).
 * Recognised by: 5A5A at the start, 5AA5C33C at the end, and a list of CRCs at +0xFC00 that starts with the
 *   calibration's address.
 * Easily confused with: ME7 of the Volkswagen group, whose calibration starts the same way but has no list at +0xFC00.
 * Sources: A2L of E5A0 and E650 (zarboz/BMW-XDFs, facts only), nyetwurk/ME7Sum (MIT-style notice); measured on real
 *   dumps.
 */
import { findVariant, variantFieldAt } from '../../platforms/bosch/variant-string.ts';
import { hardwareNumberAt } from '../../platforms/bosch/numbers.ts';
import type { Facts, Family } from '../../family.ts';
import type { Image } from '../../image.ts';
import { listChecksums } from './bmw-me7.checksums.ts';
import { listBmwMe7Dtcs, switchBmwMe7DtcsOff } from './bmw-me7.dtcs.ts';
import { layout } from './bmw-me7.layout.ts';
import { findCrcList } from './bmw-me7.lists.ts';

export const bmwMe7: Family = {
  id: 'bmw-me7',
  maker: 'Bosch',
  models: ['ME7.2'],
  recognise(image) {
    const list = image.memo(findCrcList);
    if (list === null) return [];
    const evidence = [{ points: 70, at: list.at, reason: `a list of ${list.rows.length} CRCs over the calibration` }];
    const hardware = hardwareNumberAt(image, list.start + layout.hardwareNumberField);
    if (hardware !== null) {
      evidence.push({ points: 30, at: hardware.at, reason: 'a Bosch number at the end of the calibration' });
    }
    return evidence;
  },
  describe(image) {
    const facts: Facts = {};
    const list = image.memo(findCrcList);
    if (list === null) return facts;
    facts.model = { value: 'ME7.2', at: list.at, strength: 'implied' };
    facts.processor = { value: 'Infineon C167', at: list.at, strength: 'implied' };
    const hardware = hardwareNumberAt(image, list.start + layout.hardwareNumberField);
    if (hardware !== null) facts.hardwareNumber = { ...hardware, strength: 'strong' };
    Object.assign(facts, readProgram(image, list.start), variantFacts(image, list.start));
    return facts;
  },
  dtcs: { list: listBmwMe7Dtcs, switchOff: switchBmwMe7DtcsOff },
  checksums: listChecksums,
  areSumsProved: true,
};

/** Stored three times: eight digits of the control unit, then eight of the program. */
function readProgram(image: Image, start: number): Facts {
  const at = start + layout.programField;
  const [first, ...others] = [0, 1, 2].map((copy) => image.ascii(at + copy * 0x10, 0x10));
  if (!first || !/^\d{16}$/.test(first) || others.some((other) => other !== first)) return {};
  return { softwareId: { value: first.slice(8), at: at + 8, strength: 'strong' } };
}

/** These programs name the maker where others have the control unit's name. */
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
