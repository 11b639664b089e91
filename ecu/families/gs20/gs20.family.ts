/**
 * What: Siemens GS20, the control unit of an automatic gearbox of General Motors.
 * Seen in: BMW E39 and E46, about 1999 to 2005.
 * Sizes: 64 KB.
 * Recognised by: how the memory begins, and the name of the program at 0x176. Files hold it with its bytes swapped in pairs.
 * Easily confused with: nothing known.
 * Sources: Chookees/ECU_TCU_Files (facts only); measured on real dumps, all of one program.
 */
import { implying, signatureFamily } from '../../text-signatures.ts';

export const gs20 = signatureFamily({
  id: 'gs20',
  maker: 'Siemens',
  models: ['GS20'],
  minBytes: 0x10000,
  maxBytes: 0x10000,
  marks: [
    {
      // `AGCD0901` behind 366 bytes.
      anchor: '\xff\xff\x02\x00\x02\x96',
      pattern: /^.{374}(?<softwareId>[A-Z]{4}\d{4})/ds,
      before: 0,
      after: 382,
      within: { at: 0, end: 6 },
      points: 80,
      reason: 'how the memory begins, and the name of the program',
    },
  ],
  conclude: implying('softwareId', { vehicleManufacturer: 'BMW', model: 'GS20' }),
});
