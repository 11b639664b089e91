/**
 * What: Keihin for Honda's and Acura's cars, petrol engines, SuperH, big endian.
 * Seen in: Honda and Acura, about 2006 to 2016.
 * Sizes: 992 KB, the memory of 1 MB without its first 32 KB, as it is reflashed.
 * Recognised by: the words 0009 0000 80 behind the first one, and the part number 37805-….
 * Easily confused with: nothing known.
 * Sources: bouletmarc/HondaReflashTool (facts only); measured on real dumps.
 */
import { sum8 } from '../../checksums/sums.ts';
import type { Checksum, Family } from '../../family.ts';
import type { Image } from '../../image.ts';
import { implying, signatureFamily } from '../../text-signatures.ts';

const sizeBytes = 0xf8000;

const signatures = signatureFamily({
  id: 'honda-car',
  maker: 'Keihin',
  models: ['37805'],
  minBytes: sizeBytes,
  maxBytes: sizeBytes,
  readSizes: [sizeBytes],
  marks: [
    {
      // `37805-R40-A190`, in some programs followed by `ECM`
      anchor: '37805-',
      pattern: /(?<partNumber>37805-[0-9A-Z]{3}-[0-9A-Z]{4})(?=ECM[^0-9A-Z]|[^0-9A-Z-])/d,
      before: 0,
      after: 18,
      within: { at: 0, end: sizeBytes },
      points: 45,
      reason: "Honda's part number",
    },
    {
      anchor: '\x00\x09\x00\x00\x80',
      pattern: /^.{5}/ds,
      before: 0,
      after: 5,
      within: { at: 2, end: 7 },
      points: 45,
      reason: 'how the memory goes on at 0x8000',
    },
  ],
  conclude: implying('partNumber', { vehicleManufacturer: 'Honda' }),
});

export const hondaCar: Family = { ...signatures, checksums: listSums, areSumsProved: true };

/** All bytes add up to 0. Which of them is adjusted for it is published, but not proved: nothing is corrected. */
function listSums(image: Image): Checksum[] {
  if (signatures.recognise(image).length === 0) return [];
  const range = { at: 0, end: image.sizeBytes };
  const state = (sum8(image, range) & 0xff) === 0 ? 'ok' : 'wrong';
  return [{ name: 'Sum of all bytes', kind: 'sum', ranges: [range], cells: [], state, correct: null }];
}
