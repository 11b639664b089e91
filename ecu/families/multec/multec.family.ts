/**
 * What: Delphi (Delco) Multec and HSFI, petrol and diesel engines.
 * Seen in: Opel, about 1991 to 2006.
 * Sizes: 32 KB to 512 KB.
 * Recognised by: a record of the part number, its letters, a date and Opel's name of the engine; or Delco's number,
 *   reversed, at the start.
 * Easily confused with: control units of General Motors in America, which do not name an Opel engine.
 * Sources: v-arapidis/openremap-core (MIT), facts only; measured on real dumps.
 */
import type { TextSignature } from '../../text-signatures.ts';
import { implying, signatureFamily } from '../../text-signatures.ts';

/** `12242020 WX?DZJR??D04015Z16XE`: the date is a year of two digits and the day of that year. */
const recordOf = (decade: string): TextSignature => ({
  anchor: decade,
  pattern: new RegExp(
    '(?<partNumber>\\d{8}) [A-Z]{2}[^]?(?<softwareId>[A-Z]{4})[^]{2,3}D\\d{5}(?<engine>[CXYZ]\\d{2}[A-Z]{2,4}\\d?)(?![A-Z])',
    'd',
  ),
  before: 20,
  after: 13,
  within: { at: 0, end: 0x80000 },
  points: 80,
  reason: "the record with Opel's name of the engine",
});

/** `93241261SJ??16214239 JSBWJN`: the program's number, then the unit's. */
const pairOfNumbers: TextSignature = {
  anchor: '16',
  pattern: /(?<softwareNumber>\d{8})[A-Z]{2}[^]{2}(?<partNumber>16\d{6}) [A-Z]{2}[A-Z]{4}/d,
  before: 12,
  after: 16,
  within: { at: 0x3000, end: 0x14000 },
  points: 0,
  reason: "the program's number before Delco's",
};

const turnedNumber: TextSignature = {
  anchor: '16',
  pattern: /[A-Z]{2}(?<partNumber>16\d{6})\\/d,
  before: 2,
  after: 9,
  within: { at: 0x08, end: 0x14 },
  reading: 'backwards',
  points: 60,
  reason: "Delco's number, spelled backwards, at the start",
};

export const multec = signatureFamily({
  id: 'multec',
  maker: 'Delphi',
  models: ['Multec', 'Multec S', 'HSFI'],
  minBytes: 0x8000,
  maxBytes: 0x80000,
  marks: [recordOf('D9'), recordOf('D0'), pairOfNumbers, turnedNumber],
  conclude: implying('engine', { vehicleManufacturer: 'Opel' }),
});
