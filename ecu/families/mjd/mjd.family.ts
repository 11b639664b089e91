/**
 * What: Magneti Marelli MJD 6 and 8, common rail diesel engines.
 * Seen in: Opel, Fiat, about 2003 to 2015.
 * Sizes: 64 KB for the calibration, 448 KB to 2 MB.
 * Recognised by: the name of the control unit and MUST_C in one text.
 * Easily confused with: nothing known.
 * Sources: v-arapidis/openremap-core (MIT), facts only; measured on real dumps.
 */
import type { Facts } from '../../family.ts';
import { markedFamily } from '../../marks.ts';

const mostBytes = 0x200000;

export const mjd = markedFamily({
  id: 'mjd',
  maker: 'Magneti Marelli',
  models: ['MJD 6JF', 'MJD 8F2'],
  leastBytes: 0x10000,
  mostBytes,
  marks: [
    {
      // `6JF   MUST_C31416JF`: the name stands at both ends.
      anchor: 'MUST_C',
      pattern: /(?<model>[68][A-Z][A-Z\d]) {2,4}MUST_C\w{2,6}\k<model>/d,
      before: 7,
      after: 15,
      within: { at: 0, end: mostBytes },
      points: 70,
      because: 'its own name at both ends of a text with MUST_C',
    },
    {
      // Texts of one kind, each behind a U, a byte and a 3.
      anchor: '355',
      pattern: /U[^]3(?<partNumber>55\d{6}) [A-Z]{2}/d,
      before: 2,
      after: 12,
      within: { at: 0, end: 0x200 },
      points: 10,
      because: 'a part number of Opel or Fiat',
    },
  ],
  conclude: withWholeName,
});

function withWholeName(facts: Facts): Facts {
  const { model } = facts;
  if (model === undefined) return facts;
  return { ...facts, model: { value: `MJD ${model.value}`, at: model.at, strength: 'implied' } };
}
