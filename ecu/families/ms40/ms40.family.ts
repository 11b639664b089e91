/**
 * What: Siemens MS40, six cylinder petrol engines of BMW, 8051 and its successors.
 * Seen in: BMW E34 and E36 with the M50, about 1991 to 1995.
 * Sizes: 64 KB.
 * Recognised by: its own name with a long number, in one place at the end.
 * Easily confused with: nothing known.
 * Sources: measured on real dumps, whose names state the model and a part of the number.
 */
import { implying, signatureFamily } from '../../text-signatures.ts';

export const ms40 = signatureFamily({
  id: 'ms40',
  maker: 'Siemens',
  models: ['MS40'],
  minBytes: 0x10000,
  maxBytes: 0x10000,
  marks: [
    {
      // `MS40032758614941703808E1`: the file is called 400327586149.
      anchor: 'MS40',
      pattern: /MS(?<softwareId>40\d{10})\d{8}E\d/d,
      before: 0,
      after: 24,
      within: { at: 0xfd00, end: 0xfe00 },
      points: 60,
      reason: 'its own name and number',
    },
  ],
  conclude: implying('softwareId', { model: 'MS40', vehicleManufacturer: 'BMW' }),
});
