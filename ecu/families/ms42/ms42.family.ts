/**
 * What: Siemens MS42, six cylinder petrol engines of BMW.
 * Seen in: BMW E46 and E39 with the M52 that has two camshaft controls, about 1998 to 2000.
 * Sizes: 512 KB.
 * Recognised by: Siemens' number of the program, followed by the name of a 42 program, three times.
 * Easily confused with: MS43, which has names of another form; Simos, whose programs begin with S.
 * Sources: measured on real dumps.
 */
import type { Fact } from '../../family.ts';
import { signatureFamily } from '../../text-signatures.ts';

const sizeBytes = 0x80000;

export const ms42 = signatureFamily({
  id: 'ms42',
  maker: 'Siemens',
  models: ['MS42'],
  minBytes: sizeBytes,
  maxBytes: sizeBytes,
  marks: [
    {
      // `42E300110100C66577225107--11101102C60011101102C60011101102C600`
      anchor: '657',
      pattern:
        /42[A-F\d]{12}(?<softwareNumber>657\d{7})--111(?<softwareId>0110[A-F\d]{5})111\k<softwareId>111\k<softwareId>/d,
      before: 14,
      after: 48,
      within: { at: 0, end: sizeBytes },
      points: 90,
      reason: 'the name of a 42 program, three times, behind its number',
    },
    {
      anchor: '5WK9',
      pattern: /(?<hardwareNumber>5WK9\d{3})---/d,
      before: 0,
      after: 10,
      within: { at: 0, end: sizeBytes },
      points: 0,
      reason: "Siemens' number of the hardware",
    },
  ],
  conclude(facts) {
    const { softwareNumber } = facts;
    if (softwareNumber === undefined) return facts;
    const implied = (value: string): Fact => ({ value, at: softwareNumber.at, strength: 'implied' });
    return { ...facts, model: implied('MS42'), vehicleManufacturer: implied('BMW'), processor: implied('C167') };
  },
});
