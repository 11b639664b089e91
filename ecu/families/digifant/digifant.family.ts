/**
 * What: Digifant 1.7 and 3, petrol engines, 8051 and its successors.
 * Seen in: Volkswagen group, about 1990 to 1999.
 * Sizes: 32 KB, 64 KB.
 * Recognised by: its own name and version, padded with spaces and followed by XXXX.
 * Easily confused with: nothing known.
 * Sources: measured on real dumps.
 */
import { signatureFamily } from '../../text-signatures.ts';

export const digifant = signatureFamily({
  id: 'digifant',
  maker: 'Siemens',
  models: ['Digifant 1.7', 'Digifant 3.2'],
  minBytes: 0x8000,
  maxBytes: 0x10000,
  marks: [
    {
      anchor: 'DIGIFANT ',
      pattern: /(?<model>DIGIFANT \d\.\d{1,2}) {4,}XXXX/d,
      before: 0,
      after: 24,
      within: { at: 0, end: 0x10000 },
      points: 80,
      reason: 'its own name',
    },
  ],
});
