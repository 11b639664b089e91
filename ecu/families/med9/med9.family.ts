/**
 * What: Bosch MED9, petrol engines, MPC56x, big endian.
 * Seen in: Volkswagen group: 2.0 TFSI, 2.0 FSI, V8 and V10 (MED9.1, MED9.1.1, MED9.1.2, MED9.5.10), 2003 to 2010.
 * Sizes: 2 MB; a few bytes more with the EEPROM appended.
 * Recognised by: a variant string whose third field starts with MED9, and the numbers of the program.
 * Easily confused with: MED7, which has another name in the string; EDC16, which has the same processor and no string.
 * Sources: v-arapidis/openremap-core (MIT); sums, code tables and classes measured on real dumps.
 */
import type { FoundText, PlacedNumber } from '../../platforms/bosch/numbers.ts';
import {
  listHardwareNumbers,
  combineNumbers,
  findHardwareNumber,
  partNumberAt,
  softwareNumberAt,
} from '../../platforms/bosch/numbers.ts';
import type { Variant } from '../../platforms/bosch/variant-string.ts';
import { findVariant, variantFieldAt } from '../../platforms/bosch/variant-string.ts';
import type { Evidence, Facts, Family } from '../../family.ts';
import type { Image } from '../../image.ts';
import { makerOfVagPartNumber } from '../../vehicle-makers.ts';
import { listMed9Checksums } from './med9.checksums.ts';
import { med9Dtcs } from './med9.dtcs.ts';
import { layout } from './med9.layout.ts';

export const med9: Family = {
  id: 'med9',
  maker: 'Bosch',
  models: ['MED91', 'MED9510'],
  recognise(image) {
    const evidence: Evidence[] = [];
    const variant = image.memo(readVariant);
    if (variant !== null) {
      evidence.push({ points: 60, at: variant.at, reason: `the variant string names ${variant.model}` });
    }
    const program = programNumber(image);
    if (program !== null) {
      const reason = `the software number ${program.value} behind three copies of the program's name`;
      evidence.push({ points: 40, at: program.at, reason });
    }
    return variant === null ? [] : evidence;
  },
  describe(image) {
    const variant = image.memo(readVariant);
    const facts: Facts = {};
    if (variant === null) return facts;
    const { modelFieldIndex, softwareIdFieldIndex } = layout;
    facts.model = { value: variant.model, at: variantFieldAt(variant, modelFieldIndex), strength: 'strong' };
    facts.variant = { value: variant.value, at: variant.at, strength: 'strong' };
    facts.processor = { value: 'MPC5xx', at: variant.at, strength: 'implied' };
    const softwareId = variant.fields[softwareIdFieldIndex];
    if (softwareId) {
      facts.softwareId = { value: softwareId, at: variantFieldAt(variant, softwareIdFieldIndex), strength: 'strong' };
    }
    const text = calibrationText(image);
    const program = programNumber(image);
    const softwareNumber = combineNumbers(
      [text === null ? null : { ...text.software, place: 'dataset' }, program && { ...program, place: 'program' }],
      'strong',
    );
    if (softwareNumber !== null) facts.softwareNumber = softwareNumber;
    const hardwareNumber = combineNumbers(
      [text === null ? null : { ...text.hardware, place: 'dataset' }, ...bootHardwareNumbers(image)],
      'strong',
    );
    if (hardwareNumber !== null) facts.hardwareNumber = hardwareNumber;
    const ofProgram = program === null ? null : partNumberAt(image, program.at + program.value.length);
    if (ofProgram !== null) facts.partNumber = { ...ofProgram, strength: 'strong', place: 'program' };
    if (text === null) return facts;
    if (text.engine !== null) facts.engine = { ...text.engine, strength: 'strong' };
    if (text.version !== null) facts.softwareVersion = { ...text.version, strength: 'strong' };
    const numbers = [...text.parts, ofProgram && { ...ofProgram, place: 'program' as const }];
    const partNumber = combineNumbers(numbers, 'strong');
    if (partNumber !== null) {
      facts.partNumber = partNumber;
      const vehicleManufacturer = makerOfVagPartNumber(partNumber.value);
      facts.vehicleManufacturer = { value: vehicleManufacturer, at: partNumber.at, strength: 'implied' };
    }
    return facts;
  },
  dtcs: med9Dtcs,
  checksums: listMed9Checksums,
  areSumsProved: true,
};

function readVariant(image: Image): Variant | null {
  return findVariant(image, layout.variantName, layout.variantWindow);
}

function programNumber(image: Image): FoundText | null {
  const { softwareNumberAt: at, programNameLength, programNameCopies } = layout;
  const namesLength = programNameLength * programNameCopies;
  const names = image.ascii(at - namesLength, namesLength);
  const name = names?.slice(0, programNameLength);
  return name !== undefined && name.repeat(programNameCopies) === names ? softwareNumberAt(image, at) : null;
}

function bootHardwareNumbers(image: Image): PlacedNumber[] {
  return listHardwareNumbers(image, '0261', layout.bootWindow).map((found) => ({ ...found, place: 'boot' }));
}

type CalibrationText = {
  hardware: FoundText;
  software: FoundText;
  /** That of the box first; the program of a V8 or V10 has a different one. */
  parts: PlacedNumber[];
  engine: FoundText | null;
  version: FoundText | null;
};

/** Only a hardware number that is followed by the software number counts. The boot code may have another one. */
function calibrationText(image: Image): CalibrationText | null {
  const { text, calibrationWindow } = layout;
  let from = calibrationWindow.at;
  for (;;) {
    const hardware = findHardwareNumber(image, '0261', { at: from, end: calibrationWindow.end });
    if (hardware === null) return null;
    const software = softwareNumberAt(image, hardware.at + text.softwareNumberField);
    if (software !== null && image.u8(hardware.at + hardware.value.length) === 0) {
      const engine = textAt(image, hardware.at - text.engineFieldBack, text.engineLength, /^\d[.,]\d[lL]\b.*/);
      const version = textAt(image, hardware.at - text.versionFieldBack, text.versionLength, /^\d{4}$/);
      return { hardware, software, parts: partNumbersIn(image, hardware.at), engine, version };
    }
    from = hardware.at + 1;
  }
}

function partNumbersIn(image: Image, hardwareAt: number): PlacedNumber[] {
  const { text, programDigits, boxDigits, calibrationWindow } = layout;
  const pattern = /^\d[A-Z0-9]{2}9(?:0[67]|10)\d{3}[A-Z]{0,2}$/;
  const part = textAt(image, hardwareAt - text.partNumberFieldBack, 12, pattern);
  if (part === null || part.value.slice(3, 6) !== programDigits) return part === null ? [] : [part];
  const onBox = `${part.value.slice(0, 3)}${boxDigits}${part.value.slice(6, 9)}`;
  const at = image.find(onBox, calibrationWindow);
  // The index of the box, which differs from the program's, follows its digits.
  const ofBox = at === null ? null : partNumberAt(image, at);
  return [...(ofBox === null ? [] : [ofBox]), { ...part, place: 'program' }];
}

function textAt(image: Image, at: number, length: number, pattern: RegExp): FoundText | null {
  const value = image.ascii(at, length)?.trimEnd();
  return value !== undefined && pattern.test(value) ? { value, at } : null;
}
