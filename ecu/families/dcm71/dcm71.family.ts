/**
 * What: Delphi DCM7.1A, common rail diesel engines.
 * Seen in: Peugeot and Citroën. No dump was at hand: everything here is as published.
 * Sizes: 6 MB.
 * Recognised by: APSA, and FOS with a number of ten digits directly behind it.
 * Easily confused with: DCM6.2A, which also has FOS and a number, in 4 MB.
 * Sources: spaklius/BinaryHunter (facts only); not measured.
 */
import { implying, signatureFamily } from '../../text-signatures.ts';

const sizeBytes = 0x600000;
const within = { at: 0, end: sizeBytes };

export const dcm71 = signatureFamily({
  id: 'dcm71',
  maker: 'Delphi',
  models: ['DCM7.1A'],
  minBytes: sizeBytes,
  maxBytes: sizeBytes,
  marks: [
    {
      // `FOS_9801234580_AB12_...`
      anchor: 'FOS_',
      pattern: /FOS_(?<softwareNumber>\d{10})_[A-Z\d]/d,
      before: 0,
      after: 24,
      within,
      points: 40,
      reason: 'FOS and a number of ten digits',
    },
    { anchor: 'APSA', pattern: /APSA/d, before: 0, after: 4, within, points: 20, reason: 'the mark APSA' },
  ],
  conclude: implying('softwareNumber', { model: 'DCM7.1A' }),
});
