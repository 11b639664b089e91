/**
 * What: Continental SID211, common rail diesel engines.
 * Seen in: Ford. No dump was at hand: everything here is as published.
 * Sizes: 4 MB.
 * Recognised by: a number of Ford, CONTI_SID209_FRK and another number of Ford in one line; a third number of Ford
 *   elsewhere.
 * Easily confused with: SID208, whose line names CONTI_SID208; this one calls itself SID209.
 * Sources: spaklius/BinaryHunter (facts only); not measured.
 */
import { implying, signatureFamily } from '../../text-signatures.ts';

const sizeBytes = 0x400000;
const within = { at: 0, end: sizeBytes };

export const sid211 = signatureFamily({
  id: 'sid211',
  maker: 'Continental',
  models: ['SID211'],
  minBytes: sizeBytes,
  maxBytes: sizeBytes,
  marks: [
    {
      // `GK21-12B684-AA`, zeros, `CONTI_SID209_FRK_FRL01`, zeros, `GK21-12A650-AB`, a zero
      anchor: 'CONTI_SID209_FRK_',
      pattern:
        /[A-Z\d]{4}-12B684-[A-Z\d]{2}\0{4,64}(?<softwareId>CONTI_SID209_FRK_[A-Z\d]+?)\0{0,16}[A-Z\d]{4}-12A650-[A-Z\d]{2}\0/d,
      before: 80,
      after: 80,
      within,
      points: 60,
      reason: 'the name of the system between two numbers of Ford',
    },
    {
      anchor: '-14C204-',
      pattern: /(?<![A-Z\d])[A-Z\d]{4}-14C204-[A-Z\d]{3}(?![A-Z\d])/d,
      before: 5,
      after: 12,
      within,
      points: 20,
      reason: "Ford's number of the data",
    },
  ],
  // Published sources for SID208 disagree on what each of Ford's numbers means, so none of them is reported.
  conclude: implying('softwareId', { model: 'SID211', vehicleManufacturer: 'Ford' }),
});
