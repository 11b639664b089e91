/**
 * What: Delphi DCM3.5, common rail diesel engines of 2.0 litres.
 * Seen in: Peugeot, Citroën and Fiat, from about 2007. Those of Ford have no such text, and are not known.
 * Sizes: 2.9 MB, 3 MB.
 * Recognised by: the delivery of the data with its place of use in it, where the data begin, in a file of the right size.
 * Easily confused with: CRD2 of the same maker and size, whose deliveries have a date in them and stand elsewhere.
 * Sources: spaklius/BinaryHunter and autobytediag/ECUFileOrganizer (GPL-3), facts only; measured on one public dump.
 */
import type { Facts, Family } from '../../family.ts';
import type { Image } from '../../image.ts';

const layout = {
  /** The whole memory, and a read of it that begins at 0x10000: as published, and as measured for the first. */
  dataAtBySize: new Map([[0x300000, 0x200000], [0x2F0000, 0x1F0000]]),
  /** Measured: one byte, and nothing up to the text. */
  firstByte: 0xF0,
  filling: 0xFF,
  deliveryField: 0x20,
  deliveryLengthAtMost: 0x50,
};

export const dcm35: Family = {
  id: 'dcm35',
  maker: 'Delphi',
  models: ['DCM3.5'],
  recognise(image) {
    const delivery = image.recall(deliveryOf);
    if (delivery === null) return [];
    return [{ points: 60, at: delivery.at, because: `the delivery ${delivery.text}, at the start of the data` }];
  },
  describe(image) {
    const delivery = image.recall(deliveryOf);
    if (delivery === null) return {};
    const { at, text } = delivery;
    const facts: Facts = {
      model: { value: 'DCM3.5', at, strength: 'implied' },
      softwareId: { value: text.slice(0, text.indexOf('_')), at, strength: 'strong' },
    };
    return facts;
  },
  dtcs: null,
  checksums: null,
};

/** `T6C1HB05_DELIV_3_G9CD_ML6_FIAT_POST_DMS_140108` */
function deliveryOf(image: Image): { at: number; text: string } | null {
  const dataAt = layout.dataAtBySize.get(image.sizeBytes);
  if (dataAt === undefined || image.u8(dataAt) !== layout.firstByte) return null;
  const at = dataAt + layout.deliveryField;
  for (let before = dataAt + 1; before < at; before += 1) if (image.u8(before) !== layout.filling) return null;
  const text = image.asciiRun(at, layout.deliveryLengthAtMost);
  return /^[A-Z\d]{6,12}_DELIV_\d+_[A-Z][A-Z\d]{2,5}_[A-Z\d_]+$/.test(text) ? { at, text } : null;
}
