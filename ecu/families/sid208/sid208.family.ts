/**
 * What: Continental SID208, common rail diesel engines of 2.2 and 3.2 litres.
 * Seen in: Ford Transit and Ranger, from about 2011. No dump was at hand: everything here is as published.
 * Sizes: 4 MB.
 * Recognised by: a number of Ford, CONTI_SID208 and another number of Ford in one line; two more numbers of Ford, 24
 *   bytes apart.
 * Easily confused with: SID211, which calls itself CONTI_SID209; SID208 of Peugeot and Citroën, which has no such line.
 * Sources: spaklius/BinaryHunter, and a published description of five dumps (sid208_sw_locator); not measured.
 */
import { implying, signatureFamily } from '../../text-signatures.ts';

const sizeBytes = 0x400000;

export const sid208 = signatureFamily({
  id: 'sid208',
  maker: 'Continental',
  models: ['SID208'],
  minBytes: sizeBytes,
  maxBytes: sizeBytes,
  marks: [
    {
      // `AB39-12B684-AA????CONTI_SID208_FRP_FRQ_01AB39-12A650-FE?`
      anchor: 'CONTI_SID208_',
      pattern:
        /[A-Z\d]{4}-12B684-[A-Z\d]{2}\0{4,64}CONTI_(?<model>SID208)(?:_[A-Z\d]+){2,3}[A-Z\d]{4}-12A650-[A-Z\d]{2}\0/d,
      before: 80,
      after: 64,
      within: { at: 0, end: sizeBytes },
      points: 60,
      reason: 'the name of the control unit between two numbers of Ford',
    },
    {
      // `PAB39-12A650-AVE????????AB39-12K532-AVE`
      anchor: '-12K532-',
      pattern: /(?:P[A-Z\d]{4}-12A650-[A-Z\d]{3}|[A-Z\d]{4}-12A650-[A-Z\d]{3}\0)\0{8}[A-Z\d]{4}-12K532-[A-Z\d]{3}\0/d,
      before: 28,
      after: 16,
      within: { at: 0, end: sizeBytes },
      points: 30,
      reason: 'two numbers of Ford, one 24 bytes behind the other',
    },
  ],
  // Published sources disagree on what each of Ford's numbers in the line means, so none of them is reported.
  conclude: implying('model', { vehicleManufacturer: 'Ford' }),
});
