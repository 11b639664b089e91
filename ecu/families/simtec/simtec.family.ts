/**
 * What: Siemens Simtec 56, petrol engines, 8051 and its successors.
 * Seen in: Opel Vectra, Astra, Omega, about 1995 to 2002.
 * Sizes: 128 KB.
 * Recognised by: a record of Opel's part number, a serial number and Siemens' 5WK9 number.
 * Easily confused with: other control units of Siemens with a 5WK9 number, which have no record that begins with RS or RT.
 * Sources: v-arapidis/openremap-core (MIT), facts only; no dump was at hand.
 */
import type { Facts } from '../../family.ts';
import { signatureFamily } from '../../marks.ts';

export const simtec = signatureFamily({
  id: 'simtec',
  maker: 'Siemens',
  models: ['Simtec 56'],
  leastBytes: 0x20000,
  mostBytes: 0x20000,
  marks: [
    {
      // `RS90506365 0106577255425b5WK907302`
      anchor: '5WK9',
      pattern: /R[ST](?<partNumber>\d{8}) \d{12,16}[a-z](?<hardwareNumber>5WK9\d{4})\d/d,
      before: 28,
      after: 9,
      within: { at: 0, end: 0x20000 },
      points: 80,
      reason: "the record of Opel's and Siemens' numbers",
    },
  ],
  conclude: withOpel,
});

function withOpel(facts: Facts): Facts {
  const { partNumber } = facts;
  if (partNumber === undefined) return facts;
  return { ...facts, vehicleManufacturer: { value: 'Opel', at: partNumber.at, strength: 'implied' } };
}
