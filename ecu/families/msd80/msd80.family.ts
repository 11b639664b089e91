/**
 * What: Siemens MSD80, MSD81 and MSD85, petrol engines, TriCore, little endian.
 * Seen in: BMW with N43, N53, N54 and N63, about 2006 to 2013.
 * Sizes: 2 MB, or as much of it as contains the calibration, or more with filling at the end.
 * Recognised by: the calibration's names at 0x40000, three times the same, and the control unit's own name at 0x720; in
 *   a read without the boot code, the program's name at 0x1FC18 and the record of a CRC instead.
 * Easily confused with: MSV70, which has the same names at the same place, but another processor and no name at 0x720.
 * Sources: A2L and XDF files in zarboz/BMW-XDFs and dmacpro91/BMW-XDFs (facts only); measured on real dumps.
 */
import type { FoundText } from '../../platforms/bosch/numbers.ts';
import type { Facts, Family } from '../../family.ts';
import type { Image } from '../../image.ts';
import type { BmwCalibration } from '../../platforms/continental/bmw-calibration.ts';
import { bmwCalibrationAt, siemensHardwareNumberAt } from '../../platforms/continental/bmw-calibration.ts';
import { createCrcRecordReader } from '../../platforms/continental/crc-blocks.ts';
import { msd80Crcs } from '../../platforms/continental/crc-layouts.ts';
import { msd80Dtcs } from './msd80.dtcs.ts';
import { layout } from './msd80.layout.ts';

export const msd80: Family = {
  id: 'msd80',
  maker: 'Siemens',
  models: ['MSD80', 'MSD81', 'MSD85'],
  recognise(image) {
    const names = readNames(image);
    if (names === null) return [];
    const { model, calibration, recordAt } = names;
    return [
      model === null
        ? {
            points: 50,
            at: recordAt,
            reason: 'the CRC of its calibration, in the order of a TriCore, and the program of it',
          }
        : { points: 60, at: model.at, reason: `it names itself ${model.value}` },
      { points: 40, at: calibration.nameAt, reason: `the calibration ${calibration.fileName}, named three times` },
    ];
  },
  describe(image) {
    const names = readNames(image);
    if (names === null) return {};
    const { model, recordAt } = names;
    const { name, nameAt } = names.calibration;
    const impliedAt = model?.at ?? recordAt;
    const facts: Facts = {
      ...(model === null ? {} : { model: { ...model, strength: 'strong' } }),
      vehicleManufacturer: { value: 'BMW', at: impliedAt, strength: 'implied' },
      processor: { value: 'TriCore', at: impliedAt, strength: 'implied' },
      softwareNumber: { value: name.slice(0, layout.programLength), at: nameAt, strength: 'strong' },
      softwareId: {
        value: name.slice(layout.callNameField, layout.programLength),
        at: nameAt + layout.callNameField,
        strength: 'strong',
      },
      dataset: { value: name.slice(layout.programLength), at: nameAt + layout.programLength, strength: 'strong' },
    };
    const hardwareNumber = siemensHardwareNumberAt(image, layout.hardwareNumberAt);
    if (hardwareNumber !== null) facts.hardwareNumber = { ...hardwareNumber, strength: 'strong' };
    const partNumber = readPartNumber(image);
    if (partNumber !== null) facts.partNumber = { ...partNumber, strength: 'implied' };
    return facts;
  },
  dtcs: msd80Dtcs,
  checksums: createCrcRecordReader(msd80Crcs),
  areSumsProved: true,
  readSizes: [0x200000],
};

type Names = { model: FoundText | null; calibration: BmwCalibration; recordAt: number };

function readNames(image: Image): Names | null {
  if (image.sizeBytes < layout.calibrationEnd || image.sizeBytes > layout.maxBytes) return null;
  const model = findModel(image);
  const calibration = bmwCalibrationAt(image, layout.calibrationAt);
  if (calibration === null || (model === null && !isReadWithoutBoot(image, calibration))) return null;
  return { model, calibration, recordAt: layout.recordAt };
}

/** Tools that read through the plug leave out the boot code. What follows it does not name a model. */
function isReadWithoutBoot(image: Image, { name }: BmwCalibration): boolean {
  for (let at = layout.modelTextAt; at < layout.modelTextEnd; at += 1) if (image.u8(at) !== layout.erased) return false;
  const program = image.ascii(layout.programAt, layout.programLength);
  if (program === null || program !== name.slice(0, layout.programLength)) return false;
  return layout.recordWords.every(({ field, word }) => image.u32le(layout.recordAt + field) === word);
}

function findModel(image: Image): FoundText | null {
  const found = image.find('MSD8', { at: layout.modelTextAt, end: layout.modelTextEnd });
  if (found === null) return null;
  const value = image.ascii(found, 5);
  return value !== null && /^MSD8\d$/.test(value) ? { value, at: found } : null;
}

function readPartNumber(image: Image): FoundText | null {
  const { partNumberAt: at, partNumberLength: length } = layout;
  const digits = [0, 1, 2].map((copy) =>
    [...image.bytes.subarray(at + copy * length, at + (copy + 1) * length)]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join(''),
  );
  const [first = ''] = digits;
  const [, value] = /^0+(\d{7})$/.exec(first) ?? [];
  return value !== undefined && digits.every((one) => one === first) ? { value, at } : null;
}
