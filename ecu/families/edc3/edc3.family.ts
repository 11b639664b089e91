/**
 * What: Bosch EDC3 (MSA 15, DDE 3), diesel engines, C167, two chips side by side.
 * Seen in: Volkswagen group, BMW, Opel, about 1994 to 2001.
 * Sizes: 128 KB for one chip, 256 KB and 512 KB for both.
 * Recognised by: a record at 0x8010 of a chip: 55 or AA, eight characters that begin with A03, A04, A05 or A07, and
 *   Lo or Hi; doubled in a joined file.
 * Easily confused with: EDC15, whose record has the same form and begins with A1, B or C.
 * Sources: measured on real dumps.
 */
import { CHIP_SIZES } from '../../read-sizes.ts';
import type { TextSignature } from '../../text-signatures.ts';
import { implying, signatureFamily, withVagMaker } from '../../text-signatures.ts';

const chip: TextSignature = {
  anchor: '0',
  pattern: /[U\xAA](?<softwareId>[Aa]0[3-57][\dA-Za-z]{5})(?:Lo|Hi)/d,
  before: 2,
  after: 9,
  within: { at: 0x8012, end: 0x8013 },
  points: 80,
  reason: 'the record of one chip of a pair at 0x8010',
};

/** Both chips contain the record, so every letter occurs twice: `AA0033000055AA55LHoi`. */
const pair: TextSignature = {
  anchor: 'LHoi',
  pattern: /U\xAA([Aa])\1(0)\2([357])\3(?:([\dA-Za-z])\4){5}LHoi/d,
  before: 18,
  after: 4,
  within: { at: 0x10030, end: 0x10038 },
  points: 90,
  reason: 'the records of both chips at 0x10020',
};

/**
 * `038906018BQ 1,9l R4 EDC  SG  2112 0281001849 EA5SM100HEX`; before 1998 also `1.9l R4 EDC  AG  0803 0281001426.C4GB`.
 */
const vagLine: TextSignature = {
  anchor: 'EDC ',
  pattern: new RegExp(
    '(?<partNumber>\\d[A-Z0-9]{2}90[67]\\d{3}[A-Z]{0,2}) +(?<engine>\\d[.,]\\d ?l(?: [RV]\\d|/\\dVT?)) ?EDC {1,5}[A-Z]{0,2}G +' +
      '(?<softwareVersion>[\\dA-Z]{3,4}) +(?<hardwareNumber>0281\\d{6})(?:[ \\xFF](?<softwareId>[A-Z\\d]{8})(?:HEX|   ))?',
    'd',
  ),
  before: 26,
  after: 48,
  within: { at: 0, end: 0x80000 },
  points: 60,
  reason: 'the line of text of the Volkswagen group: part number, engine, EDC, version, hardware number',
};

/** The part number stands again at the end of that line; in a few it is another one: `E88DM300HEX038906021AH 1296`. */
const vagLineEnd: TextSignature = {
  anchor: 'EDC ',
  pattern:
    /EDC {1,5}[A-Z]{0,2}G +[\dA-Z]{3,4} +0281\d{6}[ \xFF][A-Z\d]{8}(?:HEX| {3})(?<partNumber>\d[A-Z0-9]{2}90[67]\d{3}[A-Z]{0,2}) /d,
  before: 0,
  after: 62,
  within: { at: 0, end: 0x80000 },
  points: 0,
  reason: 'the part number at the end of that line',
};

/** Opel: `09136116 CT`, three bytes, `VJ0MS050_S`, `B99010`, the engine in eight characters, the hardware number. */
const opelPlate: TextSignature = {
  anchor: '0281',
  pattern: new RegExp(
    '(?<partNumber>\\d{8}) [A-Z]{2}\\xC3[^]{2}(?<softwareId>[A-Z\\d]{8}_[A-Z])[^]{2}B\\d{5}' +
      '(?<engine>[A-Z]\\d{2}[A-Z]{2,3}) [^]{5}(?<hardwareNumber>0281\\d{6})',
    'd',
  ),
  before: 48,
  after: 10,
  within: { at: 0x20000, end: 0x40000 },
  points: 60,
  reason: "Opel's plate: part number, program, engine, hardware number",
};

const bmwHardware: TextSignature = {
  anchor: '0281',
  pattern: /\d{10}(?<hardwareNumber>0281\d{6})[A-F][\dA-F]0{8}/d,
  before: 10,
  after: 20,
  within: { at: 0x3f000, end: 0x40000 },
  points: 0,
  reason: 'the hardware number among the digits of the boot code',
};

/** BMW's own number, repeated up to a U, which settles where one ends: 7786887 or 7778688. */
const bmwNumber: TextSignature = {
  anchor: '77',
  pattern: /(?<partNumber>77\d{5})\k<partNumber>\k<partNumber>U/d,
  before: 0,
  after: 22,
  within: { at: 0x37000, end: 0x38000 },
  points: 0,
  reason: "BMW's number, repeated",
};

const withBmw = implying('partNumber', { vehicleManufacturer: 'BMW' }, /^77\d{5}$/);
const withOpel = implying('partNumber', { vehicleManufacturer: 'Opel' }, /^\d{8}$/);

export const edc3 = signatureFamily({
  id: 'edc3',
  maker: 'Bosch',
  models: ['EDC3', 'MSA15', 'DDE3'],
  minBytes: 0x20000,
  maxBytes: 0x80000,
  readSizes: [...CHIP_SIZES, 0x30000],
  marks: [chip, pair, vagLine, vagLineEnd, opelPlate, bmwHardware, bmwNumber],
  conclude: (facts) => withVagMaker(withOpel(withBmw(facts))),
});
