import type { Facts } from '../../family.ts';
import type { TextSignature } from '../../text-signatures.ts';
import { signatureFamily, withVagMaker } from '../../text-signatures.ts';

// Simos 8.5 and 18.10 as their texts are published: spaklius/BinaryHunter (facts only); no dump was at hand.

const megabyte = 0x100000;
const within = { at: 0, end: 6 * megabyte };

/** `CASCG123`, 8 bytes, `10012345AB`, 6 bytes, `111SCGA05G012345` three times, `CASCG123.DAT`, the part number. */
const dataset1810: TextSignature = {
  anchor: '.DAT',
  pattern:
    /(?<dataset>CASC[A-Z\d]{4})[^]{8}(?<softwareNumber>10\d{6}[A-Z]{2})[^]{6}111(?<softwareId>SC[A-Z\d]{11})111\k<softwareId>111\k<softwareId>\k<dataset>\.DAT[^]{0,32}?(?<partNumber>\d[A-Z\d]{2}906259[A-Z]?)[ \0]+(?<engine>\d[,.]\dl +R4|R4 +\d[,.]\dl) +TFSI?[ \0]+(?<softwareVersion>\d{4})/d,
  before: 0x58,
  after: 0x80,
  within,
  points: 80,
  reason: 'the name of the data set twice, with three equal names of the calibration between',
};

/** `CAS85ABCD.DAT` */
const dataset85: TextSignature = {
  anchor: 'CAS85',
  pattern: /(?<dataset>CAS85[A-Z\d]{2,8})\.DAT/d,
  before: 0,
  after: 24,
  within,
  points: 30,
  reason: 'the name of a data set of project S85',
};

/** Part number, engine, version, another part number, the engine's letters, EV_ECM with the part number, J623. */
const numbers85: TextSignature = {
  anchor: 'EV_ECM',
  pattern:
    /(?<partNumber>\d[A-Z\d]{2}\d{6}[A-Z]{0,2})[ \0]+(?<engine>\d\.\dl +V\d +(?:TFSI|TSI))[ \0]+(?<softwareVersion>\d{4})\d[A-Z\d]{2}\d{6}[A-Z]{0,2}[ \0]+[A-Z\d]{3,5}EV_ECM[A-Z\d]+?\k<partNumber>[\0 ]+\d{6}J\d{3}/d,
  before: 0x60,
  after: 0x40,
  within,
  points: 30,
  reason: 'the part number twice around engine, version and EV_ECM',
};

const simos1810 = signatureFamily({
  id: 'simos18',
  maker: 'Continental',
  models: ['Simos 18.10'],
  minBytes: 4.5 * megabyte,
  maxBytes: 6 * megabyte,
  marks: [dataset1810],
  conclude: (facts) => withModel(facts, 'Simos 18.10'),
});

const simos85 = signatureFamily({
  id: 'simos18',
  maker: 'Continental',
  models: ['Simos 8.5'],
  minBytes: 2 * megabyte,
  maxBytes: 2 * megabyte,
  marks: [dataset85, numbers85],
  conclude: (facts) => withModel(facts, 'Simos 8.5'),
});

/** Recognised by their texts alone, when blocks and their CRC do not reveal more. */
export const simosByTexts = [simos85, simos1810] as const;

function withModel(facts: Facts, model: string): Facts {
  const { dataset } = facts;
  if (dataset === undefined) return facts;
  return withVagMaker({ ...facts, model: { value: model, at: dataset.at, strength: 'implied' } });
}
