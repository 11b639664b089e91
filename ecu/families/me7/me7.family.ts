/**
 * What: Bosch ME7.x and MED7.x, petrol engines, C167, little endian.
 * Seen in: Volkswagen group (ME7.1, ME7.1.1, ME7.5, MED7.1.1), Alfa Romeo and others, about 1998 to 2008.
 * Sizes: 512 KB, 1 MB (PSA also 64 KB, Opel 768 KB, Fiat 832 KB and 896 KB); a program of 512 KB may also be written
 *   twice, or padded, into a chip of 1 MB.
 * Recognised by: a variant string whose third field starts with ME7 (not ME70) or MED7, memory bounds at 0x8000, a
 *   table of texts; otherwise a plate of hardware and software number in the form that Volkswagen's VR6 and R5, Opel,
 *   Fiat and PSA use.
 * Easily confused with: Volvo's ME7.01, which has another memory map and is a family of its own.
 * Sources: nyetwurk/ME7Sum (MIT-style notice), NefMoto topic 567; measured on real dumps.
 */
import { CHIP_SIZES } from '../../read-sizes.ts';
import { combineNumbers, findPartNumber } from '../../platforms/bosch/numbers.ts';
import type { Variant } from '../../platforms/bosch/variant-string.ts';
import { findVariant, variantFieldAt } from '../../platforms/bosch/variant-string.ts';
import type { Evidence, Facts, Family } from '../../family.ts';
import type { Image, Window } from '../../image.ts';
import { makerOfVagPartNumber } from '../../vehicle-makers.ts';
import { listMe7Checksums } from './me7.checksums.ts';
import { listMe7Dtcs, switchMe7DtcsOff } from './me7.dtcs.ts';
import { layout } from './me7.layout.ts';
import { findPlate } from './me7.plates.ts';
import { hasBoundsTable } from './me7.program.ts';
import { findNumbers, textsOf } from './me7.texts.ts';

export const me7: Family = {
  id: 'me7',
  maker: 'Bosch',
  models: [
    'ME7.1',
    'ME7.1.1',
    'ME7.3.1',
    'ME7.4.4',
    'ME7.6.2',
    'ME7.9.10',
    'ME7.5',
    'ME7.5.5',
    'ME7.5.10',
    'ME7.6',
    'MED7.1.1',
    'MED7.5.10',
  ],
  recognise(image) {
    const evidence: Evidence[] = [];
    const variant = image.memo(findMe7Variant);
    if (variant !== null) {
      evidence.push({ points: 60, at: variant.at, reason: `the variant string names ${variant.model}` });
    }
    if (hasBoundsTable(image)) {
      evidence.push({ points: 40, at: layout.boundsAt, reason: 'the table of memory bounds (ROMSYS) at 0x8000' });
      const { hardwareNumber } = textsOf(image);
      if (variant === null && hardwareNumber !== undefined) {
        evidence.push({ points: 50, at: hardwareNumber.at, reason: 'the table of texts names a Bosch number' });
      }
    }
    const plate = evidence.length === 0 ? image.memo(findPlate) : null;
    if (plate !== null) evidence.push({ points: 60, at: plate.hardware.at, reason: plate.reason });
    return evidence;
  },
  describe(image) {
    const facts: Facts = {};
    const variant = image.memo(findMe7Variant);
    if (variant === null && !hasBoundsTable(image)) return factsOfPlate(image);
    Object.assign(facts, textsOf(image));
    if (variant !== null) {
      const window = { at: variant.at, end: variant.at + layout.numbersBehindVariant };
      // The table of texts is the best source for the numbers, but some programs have none.
      if (facts.hardwareNumber === undefined) Object.assign(facts, findNumbers(image, window));
      Object.assign(facts, factsOfVariant(variant));
    }
    if (facts.partNumber !== undefined) {
      const { value, at } = facts.partNumber;
      facts.vehicleManufacturer = { value: makerOfVagPartNumber(value), at, strength: 'implied' };
    }
    const processorAt = hasBoundsTable(image) ? layout.boundsAt : variant?.at;
    if (processorAt !== undefined) facts.processor = { value: 'Infineon C167', at: processorAt, strength: 'implied' };
    return facts;
  },
  dtcs: { list: listMe7Dtcs, switchOff: switchMe7DtcsOff },
  checksums: listMe7Checksums,
  areSumsProved: true,
  readSizes: [...CHIP_SIZES, 0xc0000, 0xd0000, 0xe0000],
};

function factsOfPlate(image: Image): Facts {
  const plate = image.memo(findPlate);
  if (plate === null) return {};
  const { hardware, software, model } = plate;
  const isVolkswagen = image.sizeBytes === layout.largeFlashLength;
  const windows = [{ at: software.at, end: software.at + layout.plateLength }, layout.plateEndWindow];
  const partNumber = combineNumbers(
    isVolkswagen ? windows.map((window) => findPartNumber(image, window)) : [],
    'medium',
  );
  return {
    ...(partNumber !== null && { partNumber }),
    ...(partNumber !== null && {
      vehicleManufacturer: { value: makerOfVagPartNumber(partNumber.value), at: partNumber.at, strength: 'implied' },
    }),
    hardwareNumber: { ...hardware, strength: 'strong' },
    softwareNumber: { ...software, strength: 'strong' },
    processor: { value: 'Infineon C167', at: hardware.at, strength: 'implied' },
    ...(model !== null && { model: { ...model, strength: 'strong' } }),
  };
}

/** Some names have no point: ME71, ME731. Volvo's ME701 has another memory map and is a family of its own. */
function findMe7Variant(image: Image): Variant | null {
  const isWhole = image.sizeBytes === layout.smallFlashLength || image.sizeBytes === layout.largeFlashLength;
  return variantIn(image, layout.variantWindow) ?? (isWhole ? variantIn(image, layout.otherVariantWindow) : null);
}

function variantIn(image: Image, window: Window): Variant | null {
  const variant = findVariant(image, 'ME7', window) ?? findVariant(image, 'MED7.', window);
  return variant !== null && layout.modelName.test(variant.model) ? variant : null;
}

function factsOfVariant(variant: Variant): Facts {
  const facts: Facts = {
    model: { value: variant.model, at: variantFieldAt(variant, layout.modelField), strength: 'strong' },
    variant: { value: variant.value, at: variant.at, strength: 'strong' },
  };
  const program = variant.fields[layout.programField];
  if (program) {
    facts.softwareId = { value: program, at: variantFieldAt(variant, layout.programField), strength: 'strong' };
  }
  const dataset = variant.fields[layout.datasetField];
  if (dataset) facts.dataset = { value: dataset, at: variantFieldAt(variant, layout.datasetField), strength: 'strong' };
  return facts;
}
