/**
 * What: Bosch ME7.x, petrol engines, C167, little endian.
 * Seen in: Volkswagen group (ME7.1, ME7.1.1, ME7.5) and Volvo (ME7.01), about 1998 to 2008.
 * Sizes: 512 KB, 1 MB.
 * Recognised by: a variant string whose third field starts with ME7, memory bounds at 0x8000 or Volvo's text.
 * Easily confused with: MED7.1.1 (direct injection), which has the same table and another name in its variant string.
 * Sources: nyetwurk/ME7Sum (MIT-style notice), kForth/Volvo-ME7-BINs (MIT); measured on real dumps.
 */
import type { Found } from '../../bosch/numbers.ts';
import { findHardwareNumber, findPartNumber, softwareNumberAt } from '../../bosch/numbers.ts';
import type { Variant } from '../../bosch/variant-string.ts';
import { findVariant, variantFieldAt } from '../../bosch/variant-string.ts';
import type { Evidence, Facts, Family } from '../../family.ts';
import type { Image } from '../../image.ts';
import { layout } from './me7.layout.ts';

export const me7: Family = {
  id: 'me7',
  maker: 'Bosch',
  models: ['ME7'],
  recognise(image) {
    const variant = variantOf(image);
    if (variant === null) return [];
    const evidence: Evidence[] = [{ points: 60, at: variant.at, because: `the variant string names ${variant.model}` }];
    if (hasBoundsTable(image)) {
      evidence.push({ points: 40, at: layout.boundsAt, because: 'the table of memory bounds (ROMSYS) at 0x8000' });
    }
    const volvoTextAt = image.find(layout.volvoText, layout.volvoTextWindow);
    if (volvoTextAt !== null) evidence.push({ points: 40, at: volvoTextAt, because: `the text "${layout.volvoText}"` });
    return evidence;
  },
  describe(image) {
    const variant = variantOf(image);
    const facts: Facts = {};
    if (variant === null) return facts;
    facts.model = { value: variant.model, at: variantFieldAt(variant, 2), strength: 'strong' };
    facts.variant = { value: variant.value, at: variant.at, strength: 'strong' };
    const dataset = variant.fields[layout.datasetFieldIndex];
    if (dataset) {
      const at = variantFieldAt(variant, layout.datasetFieldIndex);
      facts.dataset = { value: dataset, at, strength: 'strong' };
    }
    // Every Volvo file measured carries one and the same pair of numbers, so there they say nothing about the file.
    if (!hasBoundsTable(image)) return facts;
    const numbers = findNumberPair(image);
    if (numbers !== null) {
      facts.hardwareNumber = { ...numbers.hardware, strength: 'strong' };
      facts.softwareNumber = { ...numbers.software, strength: 'strong' };
    }
    const partNumber = findPartNumber(image, layout.partNumberWindow);
    if (partNumber !== null) facts.partNumber = { ...partNumber, strength: 'medium' };
    return facts;
  },
  dtcs: null,
  checksums: null,
};

function variantOf(image: Image): Variant | null {
  return findVariant(image, 'ME7', layout.variantWindow);
}

function hasBoundsTable(image: Image): boolean {
  return layout.bounds.every(({ field, value }) => image.u32le(layout.boundsAt + field) === value);
}

/** The two numbers stand directly behind each other; alone, either of them could be any text. */
function findNumberPair(image: Image): { hardware: Found; software: Found } | null {
  let { at } = layout.numbersWindow;
  for (;;) {
    const hardware = findHardwareNumber(image, '0261', { at, end: layout.numbersWindow.end });
    if (hardware === null) return null;
    const software = softwareNumberAt(image, hardware.at + hardware.value.length);
    if (software !== null) return { hardware, software };
    at = hardware.at + 1;
  }
}
