/**
 * What: Bosch ME7.0.1 of Volvo, petrol engines, C167, little endian.
 * Seen in: Volvo S70, V70, S60, XC70, S80, XC90 with five and six cylinders, about 1998 to 2007.
 * Sizes: 512 KB, 1 MB.
 * Recognised by: the text "Vatlab VOLVO ID." at 0x18000 to 0x1FFFF, a variant string that names ME701, a list at
 *   0x1F810.
 * Easily confused with: ME7 of the Volkswagen group, which has memory bounds at 0x8000 and a point in its name.
 * Sources: kForth/Volvo-ME7-BINs (MIT); measured on real dumps.
 */
import { findHardwareNumber, softwareNumberAt } from '../../platforms/bosch/numbers.ts';
import type { Variant } from '../../platforms/bosch/variant-string.ts';
import { findVariant, variantFieldAt } from '../../platforms/bosch/variant-string.ts';
import type { Evidence, Fact, Facts, Family } from '../../family.ts';
import type { Image } from '../../image.ts';
import { blockListOf, listVolvoMe7Checksums } from './volvo-me7.checksums.ts';
import { listVolvoMe7Dtcs, switchVolvoMe7DtcsOff } from './volvo-me7.dtcs.ts';
import { layout } from './volvo-me7.layout.ts';

export const volvoMe7: Family = {
  id: 'volvo-me7',
  maker: 'Bosch',
  models: ['ME7.0', 'ME7.0.1'],
  recognise(image) {
    const evidence: Evidence[] = [];
    const markerAt = image.memo(findMarker);
    const variant = image.memo(findVolvoVariant);
    if (markerAt !== null) evidence.push({ points: 60, at: markerAt, reason: `the text "${layout.marker}"` });
    if (variant !== null) {
      evidence.push({ points: 30, at: variant.at, reason: `the variant string names ${variant.model}` });
    }
    if (evidence.length > 0 && blockListOf(image) !== null) {
      evidence.push({ points: 30, at: layout.blockListAt, reason: 'the list of blocks at 0x1F810' });
    }
    return evidence;
  },
  describe(image) {
    const facts: Facts = {};
    const markerAt = image.memo(findMarker);
    const variant = image.memo(findVolvoVariant);
    if (variant !== null) Object.assign(facts, factsOfVariant(variant));
    if (markerAt !== null) Object.assign(facts, factsAfter(image, markerAt));
    return { ...facts, ...boschNumbers(image, facts.softwareNumber) };
  },
  dtcs: { list: listVolvoMe7Dtcs, switchOff: switchVolvoMe7DtcsOff },
  checksums: listVolvoMe7Checksums,
  areSumsProved: true,
};

function findMarker(image: Image): number | null {
  return image.find(layout.marker, layout.markerWindow);
}

function findVolvoVariant(image: Image): Variant | null {
  const variant = findVariant(image, 'ME70', layout.variantWindow);
  return variant?.model === 'ME701' ? variant : null;
}

function factsOfVariant(variant: Variant): Facts {
  const facts: Facts = {
    // Written without points in the variant string, and in various ways in the texts.
    model: { value: 'ME7.0.1', at: variantFieldAt(variant, layout.modelField), strength: 'implied' },
    variant: { value: variant.value, at: variant.at, strength: 'strong' },
  };
  const program = variant.fields[layout.programField];
  if (program) {
    facts.softwareVersion = { value: program, at: variantFieldAt(variant, layout.programField), strength: 'strong' };
  }
  return facts;
}

/** Bosch's own numbers after Volvo's: those of the program that Volvo's was made from, not of this data set. */
function boschNumbers(image: Image, own: Fact | undefined): Facts {
  const hardware = findHardwareNumber(image, '0261', layout.numbersWindow);
  const software = hardware === null ? null : softwareNumberAt(image, hardware.at + hardware.value.length);
  if (hardware === null || software === null) return {};
  const fact: Fact = { ...software, strength: 'medium', place: 'boot' };
  return {
    hardwareNumber: { ...hardware, strength: 'medium', place: 'boot' },
    softwareNumber: own === undefined ? fact : { ...own, others: [fact] },
  };
}

/** Reads what Volvo's own tool wrote after its marker: dataset, a description, and the name of the program. */
function factsAfter(image: Image, markerAt: number): Facts {
  const { datasetField, datasetLength, descriptionField, descriptionLength, sourceField, sourceLength } = layout;
  const facts: Facts = {
    vehicleManufacturer: { value: 'Volvo', at: markerAt, strength: 'implied' },
    processor: { value: 'Infineon C167', at: markerAt, strength: 'implied' },
  };
  const found: [keyof Facts, Fact | null][] = [
    ['dataset', textIn(image, markerAt + datasetField, datasetLength, /^([0-9A-Z]{5,8}) +$/)],
    ['softwareNumber', textIn(image, markerAt + descriptionField, descriptionLength, /^sw:(\d{8}[A-Z]{1,2}) /)],
    ['engine', textIn(image, markerAt + descriptionField, descriptionLength, /(?:^| )(B[56]\d{3}[A-Z]{1,2}\d?) /)],
    ['softwareId', textIn(image, markerAt + sourceField, sourceLength, /^([0-9A-Za-z]{6})\.a2l/)],
  ];
  for (const [name, fact] of found) if (fact !== null) facts[name] = fact;
  return facts;
}

function textIn(image: Image, at: number, length: number, spelling: RegExp): Fact | null {
  // Volvo's texts contain line breaks.
  const characters = Array.from(image.bytes.subarray(at, at + length), (byte) => String.fromCharCode(byte));
  const text = characters.join('').replaceAll(/[^ -~]/g, ' ');
  const match = spelling.exec(text);
  const value = match?.[1];
  if (match === null || value === undefined) return null;
  return { value, at: at + match.index + match[0].indexOf(value), strength: 'strong' };
}
