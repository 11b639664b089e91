/**
 * What: Lotus T6, petrol engines of Toyota, MPC5xx, in the parts that its own tool reads.
 * Seen in: Lotus Elise, Exige and Evora, about 2010 to 2021.
 * Sizes: 24 to 26 KB (calibration), 610 to 628 KB (program).
 * Recognised by: the number of the calibration and its date at the start; how the program begins, with HC08CODE at 0x80.
 * Easily confused with: T4e, whose calibration has a name of eight characters.
 * Sources: Alcantor/LotusECU-T4e (facts only: the parts and their sizes); measured on real dumps.
 */
import type { Fact } from '../../family.ts';
import { signatureFamily } from '../../text-signatures.ts';

const marks = {
  // `B132E0302       10-05-2021 13:57`
  calibration: /^(?<partNumber>[A-Z]\d{3}E\d{4}) {7,8}\d\d-\d\d-20\d\d {1,2}\d{1,2}:\d\d/d,
  program: /^.{128}HC08CODE/ds,
};

export const lotusT6 = signatureFamily({
  id: 'lotus-t6',
  maker: 'Lotus',
  models: ['T6'],
  minBytes: 0x6000,
  maxBytes: 0xa0000,
  // Both calibrations measured, and both programs: their length is that of their content.
  readSizes: [25_050, 27_052, 0x98988, 0x9c9d8],
  marks: [
    {
      anchor: '       ',
      pattern: marks.calibration,
      before: 9,
      after: 24,
      within: { at: 9, end: 16 },
      points: 80,
      reason: 'the number of the calibration and its date at the start',
    },
    {
      anchor: '\x00Z\x00\x00\x00\x04\x01\x00',
      pattern: marks.program,
      before: 0,
      after: 0x88,
      within: { at: 0, end: 8 },
      points: 90,
      reason: 'how the program begins',
    },
  ],
  conclude(facts) {
    const at = facts.partNumber?.at ?? 0x80;
    const implied = (value: string): Fact => ({ value, at, strength: 'implied' });
    return { ...facts, vehicleManufacturer: implied('Lotus'), processor: implied('MPC5xx') };
  },
});
