/**
 * What: Magneti Marelli MJD 6 and 8, common rail diesel engines.
 * Seen in: Opel, Fiat, about 2003 to 2015.
 * Sizes: 64 KB for the calibration, 448 KB to 2 MB.
 * Recognised by: the name of the control unit and MUST_C in one text; the marks AA 55 CC 33 before program and part are
 *   a hint.
 * Easily confused with: nothing known.
 * Sources: v-arapidis/openremap-core (MIT), facts only; measured on real dumps.
 */
import type { Facts } from '../../family.ts';
import { signatureFamily } from '../../text-signatures.ts';

const maxBytes = 0x200000;

export const mjd = signatureFamily({
  id: 'mjd',
  maker: 'Magneti Marelli',
  models: ['MJD 6JF', 'MJD 8F2'],
  minBytes: 0x10000,
  maxBytes,
  marks: [
    {
      // `6JF   MUST_C31416JF`: the name is at both ends.
      anchor: 'MUST_C',
      pattern: /(?<model>[68][A-Z][A-Z\d]) {2,4}MUST_C\w{2,6}\k<model>/d,
      before: 7,
      after: 15,
      within: { at: 0, end: maxBytes },
      points: 70,
      reason: 'its own name at both ends of a text with MUST_C',
    },
    {
      // Each text follows the bytes AA 55 CC 33. It is 0x60000 higher in a whole memory than in a calibration.
      anchor: 'MAG ',
      pattern: new RegExp(
        '\xAAU\xCC3(?<softwareId>\\d{4}[A-Z]\\d{3}) {0,4}\xAAU\xCC3(?<partNumber>\\d{8}) [A-Z]{2}[^]{2,16}MAG {1,3}\\d',
        'd',
      ),
      before: 52,
      after: 8,
      within: { at: 0, end: maxBytes },
      points: 30,
      reason: 'program and part behind the marks AA 55 CC 33, and the name of the supplier',
    },
  ],
  conclude: withWholeName,
});

function withWholeName(facts: Facts): Facts {
  const { model } = facts;
  if (model === undefined) return facts;
  return { ...facts, model: { value: `MJD ${model.value}`, at: model.at, strength: 'implied' } };
}
