/**
 * What: Siemens MS43 and MSV70, six cylinder petrol engines of BMW.
 * Seen in: BMW E46, E39, X5 and Z3 with the M54 (MS43), E60, E90 and Z4 with the N52 (MSV70).
 * Sizes: 64 KB (calibration alone), 512 KB (MS43), 2 MB (MSV70).
 * Recognised by: the names at the start of the calibration, three times the same, in front of the name of a .DAT file.
 * Easily confused with: MSD80, which has the same names, but a TriCore and its own name at 0x720.
 * Sources: zarboz/BMW-XDFs, ms4x-net/ms43 (facts only); measured on real dumps.
 */
import type { Facts, Family } from '../../family.ts';
import type { Image } from '../../image.ts';
import type { BmwCalibration } from '../../platforms/continental/bmw-calibration.ts';
import { bmwCalibrationAt, siemensHardwareNumberAt } from '../../platforms/continental/bmw-calibration.ts';
import { createCrcRecordReader } from '../../platforms/continental/crc-blocks.ts';
import { msv70Crcs } from '../../platforms/continental/crc-layouts.ts';
import { listMs43Sums } from './ms43.checksums.ts';

const layout = {
  // Measured: MS43 (C167, 512 KB, and its calibration alone) and MSV70 (MPC5xx, 2 MB).
  places: [
    { sizeBytes: 0x80000, calibrationAt: 0x70000, hardwareNumberAt: 0x3f80, partNumberAt: 0x6fe80, isPowerPc: false },
    { sizeBytes: 0x10000, calibrationAt: 0, hardwareNumberAt: null, partNumberAt: null, isPowerPc: false },
    { sizeBytes: 0x200000, calibrationAt: 0x40000, hardwareNumberAt: 0x4300, partNumberAt: null, isPowerPc: true },
  ],
  /** An MPC5xx starts with a branch. */
  powerPcBranch: 0x48,
  /** Offset of the model, after the hardware number. */
  modelField: 0x14,
  partNumberLength: 7,
  partNumberCopies: 4,
  /** ca430056.DAT: BMW calls this program MS430056. */
  programField: 2,
  programLength: 6,
  newProgramLength: 12,
  newCallNameField: 7,
};

const msv70Records = createCrcRecordReader(msv70Crcs);

type Place = (typeof layout.places)[number];

export const ms4x: Family = {
  id: 'ms4x',
  maker: 'Siemens',
  models: ['MS43', 'MSV70'],
  recognise(image) {
    const found = image.memo(findCalibration);
    if (found === null) return [];
    const { nameAt, fileName } = found.calibration;
    return [{ points: 90, at: nameAt, reason: `the calibration ${fileName}, named three times` }];
  },
  describe(image) {
    const found = image.memo(findCalibration);
    if (found === null) return {};
    const { calibration, place } = found;
    const facts: Facts = {
      vehicleManufacturer: { value: 'BMW', at: calibration.nameAt, strength: 'implied' },
      processor: { value: place.isPowerPc ? 'MPC5xx' : 'C167', at: place.calibrationAt, strength: 'implied' },
      ...(place.isPowerPc ? programOfMsv70(calibration) : programOfMs43(calibration)),
      ...readHardware(image, place),
    };
    return facts;
  },
  dtcs: null,
  checksums(image) {
    const place = image.memo(findCalibration)?.place;
    if (place === undefined) return [];
    return place.isPowerPc ? msv70Records(image) : listMs43Sums(image, place.calibrationAt);
  },
  areSumsProved: true,
};

function findCalibration(image: Image): { calibration: BmwCalibration; place: Place } | null {
  const place = layout.places.find(({ sizeBytes }) => sizeBytes === image.sizeBytes);
  if (place === undefined) return null;
  const calibration = bmwCalibrationAt(image, place.calibrationAt);
  if (calibration === null) return null;
  // Old files spell the file name in lower case, with the model in it: ca430056.DAT.
  const fits = place.isPowerPc ? image.u8(0) === layout.powerPcBranch : /^ca43\d{4}\./.test(calibration.fileName);
  return fits ? { calibration, place } : null;
}

function programOfMs43({ fileName, fileNameAt }: BmwCalibration): Facts {
  const at = fileNameAt + layout.programField;
  const value = fileName.slice(layout.programField, layout.programField + layout.programLength);
  return {
    model: { value: 'MS43', at, strength: 'implied' },
    softwareNumber: { value, at, strength: 'strong' },
    softwareId: { value: fileName.slice(0, -'.DAT'.length), at: fileNameAt, strength: 'strong' },
  };
}

/** 0049PP0L912S0KD3S: the program, whose last five characters are its short name, and the data. */
function programOfMsv70({ name, nameAt }: BmwCalibration): Facts {
  const { newProgramLength: length, newCallNameField: field } = layout;
  return {
    softwareNumber: { value: name.slice(0, length), at: nameAt, strength: 'strong' },
    softwareId: { value: name.slice(field, length), at: nameAt + field, strength: 'strong' },
    dataset: { value: name.slice(length), at: nameAt + length, strength: 'strong' },
  };
}

function readHardware(image: Image, { hardwareNumberAt, partNumberAt, isPowerPc }: Place): Facts {
  const facts: Facts = {};
  const hardwareNumber = hardwareNumberAt === null ? null : siemensHardwareNumberAt(image, hardwareNumberAt);
  if (hardwareNumber !== null) {
    const { at } = hardwareNumber;
    facts.hardwareNumber = { ...hardwareNumber, strength: 'strong' };
    const model = image.ascii(at + layout.modelField, 4);
    if (model === 'MS43') facts.model = { value: model, at: at + layout.modelField, strength: 'strong' };
    // 5WK9 808x: the hardware of the MSV70, whose name is not in the file.
    if (isPowerPc && hardwareNumber.value.startsWith('5WK9808'))
      facts.model = { value: 'MSV70', at, strength: 'implied' };
  }
  if (partNumberAt === null) return facts;
  const partNumber = image.ascii(partNumberAt, layout.partNumberLength);
  const { partNumberCopies: copies, partNumberLength: length } = layout;
  if (
    partNumber !== null &&
    /^\d+$/.test(partNumber) &&
    image.ascii(partNumberAt, length * copies) === partNumber.repeat(copies)
  ) {
    facts.partNumber = { value: partNumber, at: partNumberAt, strength: 'strong' };
  }
  return facts;
}
