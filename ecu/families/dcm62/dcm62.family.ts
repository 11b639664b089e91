/**
 * What: Delphi DCM6.2A and DCM6.2V, common rail diesel engines.
 * Seen in: Peugeot and Citroën (A), Volkswagen group (V). No dump was at hand: everything here is as published.
 * Sizes: 4 MB.
 * Recognised by: the name of Volkswagen's application, followed by its numbers; PSA's name of the program, and FOS
 *   with a ten-digit number.
 * Easily confused with: DCM7.1A, which also has FOS and a number, in 6 MB.
 * Sources: spaklius/BinaryHunter (facts only); not measured.
 */
import type { Facts } from '../../family.ts';
import type { TextSignature } from '../../text-signatures.ts';
import { signatureFamily, withVagMaker } from '../../text-signatures.ts';

const sizeBytes = 0x400000;
const within = { at: 0, end: sizeBytes };

/** `1MVAGAPP_ABC12`, two zeros, `EV_ECM16TDI03004L906056AB`, FFFFFF `123456` FFFF, `1234` twice, part number again. */
const application: TextSignature = {
  anchor: '1MVAGAPP_',
  pattern:
    /(?<softwareId>1MVAGAPP_[A-Z\d]{5,8})\0{0,2}EV_ECM\d{2}(?:TDI|BTD)030(?<partNumber>\d[A-Z\d]{2}\d{6}[A-Z]{0,2})\xFF{3}\d{6}\xFF{2}(?<softwareVersion>\d{4})\k<softwareVersion>\k<partNumber>\xFF{8}/d,
  before: 0,
  after: 96,
  within,
  points: 80,
  reason: "the name of Volkswagen's application, the part number twice and the version twice",
};

const program: TextSignature = {
  anchor: '1MPSA',
  pattern: /1MPSA[A-Z\d_]{2,}/d,
  before: 0,
  after: 32,
  within,
  points: 30,
  reason: "PSA's name of the program",
};

const upgrade: TextSignature = {
  anchor: 'FOS_',
  pattern: /FOS_(?:[A-Z\d]{1,16}_){1,6}?(?<softwareNumber>\d{10})(?!\d)/d,
  before: 0,
  after: 80,
  within,
  points: 30,
  reason: 'FOS, the variant and a number of ten digits',
};

export const dcm62 = signatureFamily({
  id: 'dcm62',
  maker: 'Delphi',
  models: ['DCM6.2A', 'DCM6.2V'],
  minBytes: sizeBytes,
  maxBytes: sizeBytes,
  marks: [application, program, upgrade],
  conclude,
});

function conclude(facts: Facts): Facts {
  const { softwareId, softwareNumber } = facts;
  if (softwareId !== undefined) {
    return withVagMaker({ ...facts, model: { value: 'DCM6.2V', at: softwareId.at, strength: 'implied' } });
  }
  if (softwareNumber === undefined) return facts;
  return { ...facts, model: { value: 'DCM6.2A', at: softwareNumber.at, strength: 'implied' } };
}
