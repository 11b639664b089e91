/**
 * What: Siemens Simos 2 to 7, petrol engines, C167; Simos 4 and 5 with 8051.
 * Seen in: Volkswagen group, about 1994 to 2008.
 * Sizes: 128 KB, 256 KB, 512 KB.
 * Recognised by: a line of text with the part number and SIMOS, or the name of the program, three times, beginning with
 *   S and a digit.
 * Easily confused with: SID 801 and PPD1, which have their own letters in the same threefold program name.
 * Sources: v-arapidis/openremap-core (MIT), facts only; measured on real dumps.
 */
import { signatureFamily, withVagMaker } from '../../text-signatures.ts';
import type { TextSignature } from '../../text-signatures.ts';

/** `06A906033AF SIMOS33 1.6l 2V    4083` and `06A906019AM 1.6l 2V/R4 SIMOS   2585` */
const vagLine: TextSignature = {
  anchor: 'SIMOS',
  pattern: new RegExp(
    '(?<partNumber>\\d[A-Z\\d]{2}90[67]\\d{3}[A-Z]{0,2}) [\\x20-\\x7E]{0,14}' +
      '(?:(?<model>SIMOS(?:\\d{1,2}| \\dS))|SIMOS)[A-Z]{0,2} [\\x20-\\x7E]{2,12}?(?:(?<softwareVersion>\\d{4})(?![.,\\d]\\dl)| [A-Z]{2}\\d[\\dA-Z] )',
    'd',
  ),
  before: 28,
  after: 28,
  within: { at: 0, end: 0x80000 },
  points: 80,
  reason: 'a line of text with the part number and SIMOS',
};

const hardware: TextSignature = {
  anchor: '5WP4',
  pattern: /(?<hardwareNumber>5WP4\d{3,4})(?![\dA-Z])/d,
  before: 0,
  after: 9,
  within: { at: 0, end: 0x10000 },
  points: 15,
  reason: "Siemens' number of the hardware",
};

/** `6577695101 ` and `6577317522--`: Siemens' number of the program. */
const programNumber: TextSignature = {
  anchor: '657',
  pattern: /(?<softwareNumber>657\d{7})(?:[ \xFF]|--)/d,
  before: 0,
  after: 13,
  within: { at: 0, end: 0x80000 },
  points: 0,
  reason: "Siemens' number of the program",
};

/** `111S33D0111S33D0111S33D0`: the name of the program, three times; the calibration has a longer one. */
const program: TextSignature = {
  anchor: '111',
  pattern: /111(?<program>[Ss]\d\w{2,11})111\k<program>111\k<program>/d,
  before: 0,
  after: 48,
  within: { at: 0, end: 0x80000 },
  points: 60,
  reason: 'the name of a Simos program, three times',
};

export const simos = signatureFamily({
  id: 'simos',
  maker: 'Siemens',
  models: ['Simos 2', 'Simos 3', 'Simos 4', 'Simos 5', 'Simos 6', 'Simos 7'],
  minBytes: 0x20000,
  maxBytes: 0x80000,
  marks: [vagLine, hardware, programNumber, program],
  conclude: withVagMaker,
});
