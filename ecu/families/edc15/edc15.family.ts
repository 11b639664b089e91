/**
 * What: Bosch EDC15, diesel engines, C167, little endian.
 * Seen in: Volkswagen group (EDC15P, P+, V, VM+); BMW, PSA, Opel, Fiat (EDC15C), about 1998 to 2006.
 * Sizes: 512 KB, 1 MB.
 * Recognised by: V4.1 at both ends of a code block; otherwise the names of program and boot code, or a software
 *   number in its place.
 * Easily confused with: MED9, PPD and SID80x, which contain the text V4.1 once; EDC3, whose program names begin with
 *   another letter.
 * Sources: LeZed97/ZedSuite and VAGEDCSuite (facts only), v-arapidis/openremap-core (MIT); measured on real dumps.
 */
import type { FoundText } from '../../platforms/bosch/numbers.ts';
import {
  findAgreedText,
  combineNumbers,
  findHardwareNumber,
  partNumberAt,
  softwareNumberAt,
} from '../../platforms/bosch/numbers.ts';
import { listV41Calibrations, listV41Marks } from './edc15.v41-marks.ts';
import type { Evidence, Fact, Facts, Family } from '../../family.ts';
import type { Image, Window } from '../../image.ts';
import { makerOfVagPartNumber } from '../../vehicle-makers.ts';
import { listEdc15Checksums } from './edc15.checksums.ts';
import { edc15Dtcs } from './edc15.dtcs.ts';
import { layout } from './edc15.layout.ts';

export const edc15: Family = {
  id: 'edc15',
  maker: 'Bosch',
  models: ['EDC15', 'EDC15P+', 'EDC15VM+', 'EDC15C2', 'EDC15C4', 'EDC15C7', 'EDC15C11'],
  recognise(image) {
    const marks = image.memo(listV41Marks);
    const [firstMarkAt] = marks;
    if (firstMarkAt !== undefined && marks.length >= layout.markersNeeded) {
      return [{ points: 90, at: firstMarkAt, reason: `${marks.length} code block marks V4.1` }];
    }
    if (image.sizeBytes !== layout.smallBytes) return [];
    return isOldVolkswagen(image) ? recogniseOldVolkswagen() : recogniseUnmarked(image);
  },
  describe(image) {
    if (edc15.recognise(image).length === 0) return {};
    const isMarked = image.memo(listV41Marks).length >= layout.markersNeeded || isOldVolkswagen(image);
    const facts = isMarked ? describeVolkswagen(image) : describeUnmarked(image);
    const at = facts.softwareNumber?.at ?? facts.hardwareNumber?.at ?? programNameAt(image);
    if (at !== null) facts.processor = { value: 'C167', at, strength: 'implied' };
    return facts;
  },
  dtcs: edc15Dtcs,
  checksums: listEdc15Checksums,
  areSumsProved: true,
};

/** Whether the program's name is spelled with every character doubled. */
function isDoubledName(image: Image, at: number): boolean {
  const name = image.ascii(at, layout.programNameLength);
  return name !== null && /^(?:([A-Za-z0-9])\1){8}$/.test(name);
}

function isOldVolkswagen(image: Image): boolean {
  return isDoubledName(image, layout.oldProgramNameAt) && softwareNumberAt(image, layout.oldSoftwareNumberAt) !== null;
}

function recogniseOldVolkswagen(): Evidence[] {
  const at = layout.oldProgramNameAt;
  return [{ points: 70, at, reason: 'a program name in doubled letters with the software number behind it' }];
}

/**
 * Both chips contain every letter of the program's name. EDC3 has the same record; its programs are A03 to A07 and B03
 * to B07.
 */
function programNameAt(image: Image): number | null {
  const at = layout.programNameAt;
  const isProgram = image.ascii(at + layout.programNameLength, layout.programMark.length) === layout.programMark;
  return isProgram && isDoubledName(image, at) && !/^[AaBb]{2}00(?:33|44|55|77)/.test(image.ascii(at, 6) ?? '')
    ? at
    : null;
}

function recogniseUnmarked(image: Image): Evidence[] {
  const evidence: Evidence[] = [];
  const programAt = programNameAt(image);
  if (programAt !== null) {
    evidence.push({ points: 60, at: programAt, reason: 'the name of the program in doubled letters, before LHoi' });
  }
  const bootName = findBootName(image);
  if (bootName !== null) {
    const reason = `the boot code's name says ${bootName.model}`;
    evidence.push({ points: 70, at: bootName.at, reason });
  }
  const softwareNumber = calibrationSoftwareNumber(image) ?? softwareNumberAt(image, layout.bootSoftwareNumberAt);
  if (softwareNumber !== null) {
    const { value, at } = softwareNumber;
    evidence.push({ points: 50, at, reason: `the software number ${value} where EDC15C keeps it` });
  }
  if (evidence.length === 0) return [];
  const hardwareNumber = findHardwareNumber(image, '0281', layout.tailHardwareNumberWindow);
  if (hardwareNumber !== null) {
    const reason = `the diesel hardware number ${hardwareNumber.value}`;
    evidence.push({ points: 20, at: hardwareNumber.at, reason });
  }
  return evidence;
}

/** `TSW V2.40 280700 1718 C7/ESB`: C7 is the control unit's name. Also `C4B/ESB`, and `15C11/G43` of Volvo. */
function findBootName(image: Image): { model: string; at: number } | null {
  const name = image.asciiRun(layout.bootNameAt, layout.bootNameLength);
  const [, model] = /^TSW V\d\.\d\d \d{6} \d{4} (?:15)?(C\d{1,2})[A-Z]?\//.exec(name) ?? [];
  const isProgram = image.ascii(layout.programNameAt + layout.programNameLength, 4) === layout.programMark;
  return model === undefined || !isProgram ? null : { model: `EDC15${model}`, at: layout.bootNameAt };
}

function calibrationSoftwareNumber(image: Image): FoundText | null {
  return softwareNumberAt(image, layout.calibrationSoftwareNumberAt);
}

/** Old Volkswagen programs have the hardware number in place of the software number, and the same line of text. */
function describeUnmarked(image: Image): Facts {
  const volkswagen = describeVolkswagen(image);
  return { ...(volkswagen.partNumber === undefined ? {} : volkswagen), ...describeCommonRail(image) };
}

function describeCommonRail(image: Image): Facts {
  const facts: Facts = {};
  const ofCalibration = calibrationSoftwareNumber(image);
  const ofBoot = softwareNumberAt(image, layout.bootSoftwareNumberAt);
  const softwareNumber = combineNumbers(
    [ofCalibration && { ...ofCalibration, place: 'dataset' }, ofBoot && { ...ofBoot, place: 'boot' }],
    'strong',
  );
  const hardwareNumber = findHardwareNumber(image, '0281', layout.tailHardwareNumberWindow);
  const bootName = findBootName(image);
  if (softwareNumber !== null) facts.softwareNumber = softwareNumber;
  if (hardwareNumber !== null) facts.hardwareNumber = { ...hardwareNumber, strength: 'medium' };
  if (bootName !== null) facts.model = { value: bootName.model, at: bootName.at, strength: 'implied' };
  return facts;
}

/** Text of one copy: recognised by the part number repeated after the hardware number, or by a version before it. */
type CalibrationText = { hardware: FoundText; part: FoundText; engine: FoundText | null; version: FoundText | null };

function describeVolkswagen(image: Image): Facts {
  const facts: Facts = {};
  const softwareNumber = findAgreedText([
    ...layout.halves.map((half) => softwareNumberAt(image, half + layout.codeSoftwareNumberAt)),
    isOldVolkswagen(image) ? softwareNumberAt(image, layout.oldSoftwareNumberAt) : null,
  ]);
  if (softwareNumber !== null) facts.softwareNumber = { ...softwareNumber, strength: 'strong' };
  const calibrations = image.memo(listV41Calibrations);
  const windows = calibrations.length > 0 ? calibrations : [{ at: 0, end: image.sizeBytes }];
  const texts = windows.map((window) => calibrationTextIn(image, window)).filter((text) => text !== null);
  const toFact = (found: FoundText | null, strength: Fact['strength']): Fact | undefined =>
    found === null ? undefined : { ...found, strength };
  const factRows: Facts = {
    hardwareNumber: toFact(findAgreedText(texts.map(({ hardware }) => hardware)), 'strong'),
    partNumber: toFact(findAgreedText(texts.map(({ part }) => part)), 'strong'),
    engine: toFact(findAgreedText(texts.map(({ engine }) => engine)), 'strong'),
    softwareVersion: toFact(findAgreedText(texts.map(({ version }) => version)), 'strong'),
  };
  for (const [name, fact] of Object.entries(factRows)) if (fact !== undefined) facts[name as keyof Facts] = fact;
  const { partNumber } = facts;
  if (partNumber === undefined) return facts;
  const vehicleManufacturer = makerOfVagPartNumber(partNumber.value);
  facts.vehicleManufacturer = { value: vehicleManufacturer, at: partNumber.at, strength: 'implied' };
  const model = calibrations.length > 0 ? modelOfPart(partNumber.value) : null;
  if (model !== null) facts.model = { value: model, at: partNumber.at, strength: 'implied' };
  return facts;
}

/** Volkswagen's part numbers give the injection: 906 019 is the unit injector, 906 012 and 018 the distributor pump. */
function modelOfPart(partNumber: string): string | null {
  if (/^0[34][58]906019/.test(partNumber)) return 'EDC15P+';
  return /^(?:038906012|038906018|074906018|\d[A-Z]\d907401)/.test(partNumber) ? 'EDC15VM+' : null;
}

function calibrationTextIn(image: Image, window: Window): CalibrationText | null {
  const { text } = layout;
  let from = window.at;
  for (;;) {
    const hardware = findHardwareNumber(image, '0281', { at: from, end: window.end });
    if (hardware === null) return null;
    const again = partNumberAt(image, hardware.at + text.partNumberAgainField);
    for (const fieldsBack of text.partNumberFieldsBack) {
      const part = partNumberAt(image, hardware.at - fieldsBack);
      if (part === null) continue;
      const version = versionAt(image, part.at);
      if (part.value === again?.value || version !== null) {
        return { hardware, part, engine: engineAt(image, part.at), version };
      }
    }
    from = hardware.at + 1;
  }
}

/** `1,9l R4`, `2.5l V6`, `2.5l/4VT`. */
function engineAt(image: Image, partAt: number): FoundText | null {
  const at = partAt + layout.text.engineField;
  const value = image.ascii(at, layout.text.engineLength)?.trimEnd();
  return value !== undefined && /^\d[.,]\dl\S*(?: \S+)*$/.test(value) ? { value, at } : null;
}

/** `SG  1470`, `AG D02`, `DS  0904`: the gearbox the copy is for, followed by the version that a tester shows. */
function versionAt(image: Image, partAt: number): FoundText | null {
  const at = partAt + layout.text.versionField;
  const match = /^(\s*(?:[SA]G|DS)\s+)([D\d]\d[\dA-Z]{1,2})(?=\s)/.exec(
    image.ascii(at, layout.text.versionLength + 2) ?? '',
  );
  const [, gearbox, value] = match ?? [];
  return gearbox === undefined || value === undefined ? null : { value, at: at + gearbox.length };
}
