/**
 * What: EEC of Ford Australia, petrol engines, 8061 and its successors.
 * Seen in: Ford Falcon and Fairlane of Australia, about 1998 to 2005.
 * Sizes: 256 KB.
 * Recognised by: the name of the program's own file near the end (NGIC9A5.HEX), and how the second block begins.
 * Easily confused with: nothing known.
 * Sources: Open-Aus-EEC-Project (facts only); measured on real dumps.
 */
import { implying, signatureFamily } from '../../text-signatures.ts';

const sizeBytes = 0x40000;

export const fordEec = signatureFamily({
  id: 'ford-eec',
  maker: 'Ford',
  models: ['EEC-V'],
  minBytes: sizeBytes,
  maxBytes: sizeBytes,
  marks: [
    {
      // `NGIC9A5.HEX*`
      anchor: '.HEX*',
      pattern: /(?<![0-9A-Z])(?<softwareId>[A-Z]{4}[0-9A-Z]{3})\.HEX\*/d,
      before: 8,
      after: 5,
      within: { at: 0x3ff00, end: 0x3ff20 },
      points: 60,
      reason: "the name of the program's own file",
    },
    {
      anchor: '\xff\xfa\x27\xfe',
      pattern: /^.{4}/ds,
      before: 0,
      after: 4,
      within: { at: 0x2000, end: 0x2004 },
      points: 30,
      reason: 'how the second block begins',
    },
  ],
  conclude: implying('softwareId', { vehicleManufacturer: 'Ford' }),
});
