/**
 * What: Bosch ME9.2 and its relatives, petrol engines with variable lift, MPC5xx, big endian.
 * Seen in: BMW with four and eight cylinders (735i, 650i), about 2001 to 2008.
 * Sizes: 1 MB, 2 MB.
 * Recognised by: the hardware number in the boot code, followed by the number of the boot program, and again with a
 *   mark of its own.
 * Easily confused with: MED9 of the Volkswagen group, which has a variant string; EDC16 of the same processor, which
 *   has blocks.
 * Sources: measured on real dumps.
 */
import type { Fact } from '../../family.ts';
import type { TextSignature } from '../../text-signatures.ts';
import { signatureFamily } from '../../text-signatures.ts';

/** `02612090931039S16154` in files of 2 MB, `026120900226RT5459` in those of 1 MB. */
const bootNumbers = (at: number): TextSignature => ({
  anchor: '0261',
  pattern: /(?<hardwareNumber>0261\d{6})(?:1039S\d{5}|\d{2}RT\d{4})/d,
  before: 0,
  after: 20,
  within: { at, end: at + 4 },
  points: 50,
  reason: 'the hardware number with that of the boot program behind it',
});

const bootMark = (at: number): TextSignature => ({
  anchor: '0261',
  pattern: /(?<hardwareNumber>0261\d{6})[^\d]{3}S[^\d]/d,
  before: 0,
  after: 15,
  within: { at, end: at + 4 },
  points: 40,
  reason: 'the hardware number with the mark of the boot code behind it',
});

/** The number of the program is surrounded by filling. */
const programNumber = (at: number): TextSignature => ({
  anchor: '1037',
  pattern: /(?<softwareNumber>1037\d{6})\xFF{8}/d,
  before: 0,
  after: 18,
  within: { at, end: at + 4 },
  points: 10,
  reason: 'the software number of the program',
});

export const me9 = signatureFamily({
  id: 'me9',
  maker: 'Bosch',
  models: ['ME9.2'],
  minBytes: 0x100000,
  maxBytes: 0x200000,
  marks: [
    ...[0x2600, 0xfe000].map(bootNumbers),
    ...[0x2be7, 0xfe5e7].map(bootMark),
    ...[0x24a, 0x8038a].map(programNumber),
  ],
  conclude(facts) {
    const { hardwareNumber } = facts;
    if (hardwareNumber === undefined) return facts;
    const processor: Fact = { value: 'MPC5xx', at: hardwareNumber.at, strength: 'implied' };
    return { ...facts, processor };
  },
});
