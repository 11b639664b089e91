/**
 * What: Delphi DCM3.5, common rail diesel engines of 2.0 litres.
 * Seen in: Peugeot, Citroën, Fiat and Ford, from about 2007.
 * Sizes: 2.9 MB, 3 MB.
 * Recognised by: the delivery name of the data, which includes the place of use, at the start of the data in a file
 *   of the right size; for Ford, whose data have none, the range of a CRC there and Ford's name of the data.
 * Easily confused with: CRD2 of the same maker and size, whose delivery names contain a date and stand elsewhere.
 * Sources: spaklius/BinaryHunter and autobytediag/ECUFileOrganizer (GPL-3), facts only; measured on two public dumps.
 */
import { delphiChecksums } from '../../platforms/delphi/range-records.ts';
import type { Facts, Family } from '../../family.ts';
import type { Image } from '../../image.ts';

const layout = {
  /** The whole memory, and a read that begins at 0x10000: both as published, the first one also measured. */
  dataAtBySize: new Map([
    [0x300000, 0x200000],
    [0x2f0000, 0x1f0000],
  ]),
  /** Measured: one byte, then filler up to the text. */
  firstByte: 0xf0,
  filling: 0xff,
  deliveryField: 0x20,
  maxDeliveryLength: 0x50,
  // The fields below are measured on one dump of Ford.
  recordField: 0x8c,
  recordFirstField: 0xed800,
  recordLastField: 0xee7ff,
  dataLength: 0x100000,
  fordPrefix: 'DS-',
};

export const dcm35: Family = {
  id: 'dcm35',
  maker: 'Delphi',
  models: ['DCM3.5'],
  recognise(image) {
    const delivery = image.memo(findDelivery);
    const ford = image.memo(findFordRecord);
    if (ford !== null) {
      return [
        { points: 50, at: ford.recordAt, reason: 'nothing where a delivery is, and the range of a CRC behind it' },
        { points: 20, at: ford.nameAt, reason: `Ford's name of the data, ${ford.name}` },
      ];
    }
    if (delivery === null) return [];
    return [{ points: 60, at: delivery.at, reason: `the delivery ${delivery.text}, at the start of the data` }];
  },
  describe(image) {
    const ford = image.memo(findFordRecord);
    if (ford !== null) {
      const facts: Facts = {
        model: { value: 'DCM3.5', at: ford.recordAt, strength: 'implied' },
        vehicleManufacturer: { value: 'Ford', at: ford.nameAt, strength: 'implied' },
        softwareId: { value: ford.name, at: ford.nameAt, strength: 'strong' },
      };
      return facts;
    }
    const delivery = image.memo(findDelivery);
    if (delivery === null) return {};
    const { at, text } = delivery;
    const facts: Facts = {
      model: { value: 'DCM3.5', at, strength: 'implied' },
      softwareId: { value: text.slice(0, text.indexOf('_')), at, strength: 'strong' },
    };
    return facts;
  },
  dtcs: null,
  checksums: delphiChecksums,
  areSumsProved: true,
};

/** Finds `DS-BV61-12A650-KG`, in data that begin like the others but have no delivery name. */
function findFordRecord(image: Image): { recordAt: number; nameAt: number; name: string } | null {
  const dataAt = layout.dataAtBySize.get(image.sizeBytes);
  if (dataAt === undefined || image.u8(dataAt) !== layout.firstByte) return null;
  for (let field = 1; field < layout.deliveryField + layout.maxDeliveryLength; field += 1) {
    if (image.u8(dataAt + field) !== layout.filling) return null;
  }
  const recordAt = dataAt + layout.recordField;
  if (image.u32le(recordAt + 4) !== dataAt + layout.recordFirstField) return null;
  if (image.u32le(recordAt + 8) !== dataAt + layout.recordLastField) return null;
  const nameAt = image.find(layout.fordPrefix, { at: dataAt, end: dataAt + layout.dataLength });
  const name = nameAt === null ? null : image.asciiRun(nameAt, 24);
  return nameAt !== null && name !== null && /^DS-[A-Z\d]{4}-12A650-[A-Z]{2,3}$/.test(name)
    ? { recordAt, nameAt, name }
    : null;
}

/** Reads a delivery name such as `T6C1HB05_DELIV_3_G9CD_ML6_FIAT_POST_DMS_140108`. */
function findDelivery(image: Image): { at: number; text: string } | null {
  const dataAt = layout.dataAtBySize.get(image.sizeBytes);
  if (dataAt === undefined || image.u8(dataAt) !== layout.firstByte) return null;
  const at = dataAt + layout.deliveryField;
  for (let before = dataAt + 1; before < at; before += 1) if (image.u8(before) !== layout.filling) return null;
  const text = image.asciiRun(at, layout.maxDeliveryLength);
  return /^[A-Z\d]{6,12}_DELIV_\d+_[A-Z][A-Z\d]{2,5}_[A-Z\d_]+$/.test(text) ? { at, text } : null;
}
