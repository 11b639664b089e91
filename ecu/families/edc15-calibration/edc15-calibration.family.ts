/**
 * What: the calibration of a Bosch EDC15C (DDE 4), diesel engines, read without its program.
 * Seen in: BMW, about 1998 to 2004.
 * Sizes: 48 KB, the bytes from 0x70000 to 0x7C000 of the whole memory.
 * Recognised by: the software number and two bytes of filler where the whole memory has them, 0x70000 lower.
 * Easily confused with: reads of other parts of the memory, which have another size.
 * Sources: measured on real dumps of the part and of the whole.
 */
import { CHIP_SIZES } from '../../read-sizes.ts';
import type { Fact, Facts } from '../../family.ts';
import type { Image, Window } from '../../image.ts';
import { signatureFamily } from '../../text-signatures.ts';

const sizeBytes = 0xc000;
/** The immobiliser that only BMW uses. */
const immobiliser = 'EWS3';
const immobiliserWindow: Window = { at: 0xbc50, end: 0xbc70 };

export const edc15Calibration = signatureFamily({
  id: 'edc15-calibration',
  maker: 'Bosch',
  models: ['EDC15C'],
  minBytes: sizeBytes,
  maxBytes: sizeBytes,
  readSizes: [...CHIP_SIZES, 0xc000],
  marks: [
    {
      anchor: '1037',
      pattern: /(?<softwareNumber>1037\d{6})\xC3\xC3/d,
      before: 0,
      after: 12,
      within: { at: 0xbfb0, end: 0xbfb4 },
      points: 70,
      reason: 'a software number before filling, where EDC15C keeps it',
    },
  ],
  conclude: withBmw,
});

function withBmw(facts: Facts, image: Image): Facts {
  const at = image.find(immobiliser, immobiliserWindow);
  if (at === null) return facts;
  const vehicleManufacturer: Fact = { value: 'BMW', at, strength: 'implied' };
  return { ...facts, vehicleManufacturer };
}
