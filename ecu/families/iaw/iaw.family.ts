/**
 * What: Magneti Marelli IAW, petrol engines.
 * Seen in: Volkswagen group, Peugeot, Citroën, about 1996 to 2006.
 * Sizes: 64 KB, 256 KB, 512 KB; up to 1 MB is accepted.
 * Recognised by: a line of text with the part number, MARELLI and the name; or 1ap at the end of the program.
 * Easily confused with: other IAW of Peugeot, Citroën and Fiat, which state no name and are not recognised.
 * Sources: v-arapidis/openremap-core (MIT), facts only; measured on real dumps.
 */
import { CHIP_SIZES } from '../../read-sizes.ts';
import type { Facts } from '../../family.ts';
import { signatureFamily, withVagMaker } from '../../text-signatures.ts';

const maxBytes = 0x100000;

export const iaw = signatureFamily({
  id: 'iaw',
  maker: 'Magneti Marelli',
  models: ['IAW 1AP', 'IAW 1AV', 'IAW 4LV', 'IAW 4MV', 'IAW 4HV'],
  minBytes: 0x10000,
  maxBytes,
  readSizes: [...CHIP_SIZES, 0xe0000],
  marks: [
    {
      // `032906030P  MARELLI 1AV        2136`
      anchor: ' MARELLI ',
      pattern: new RegExp(
        '(?<partNumber>\\d[A-Z\\d]{2}90[67]\\d{3}[A-Z]{0,2}) +MARELLI (?<model>\\d[A-Z]{2,4}) +(?:\\d[A-Z\\d]{2}90[67]\\d{3}[A-Z]{0,2} )?(?<softwareVersion>\\d{4})',
        'd',
      ),
      before: 12,
      after: 48,
      within: { at: 0, end: maxBytes },
      points: 80,
      reason: 'a line of text with the part number and MARELLI',
    },
    {
      // The end of the program, followed by erased flash. Measured on Citroën.
      anchor: '1ap',
      pattern: /(?<model>1ap)\xFF{16}/d,
      before: 0,
      after: 19,
      within: { at: 0x4000, end: 0x10000 },
      points: 60,
      reason: 'the text 1ap at the end of the program',
    },
  ],
  conclude: (facts) => withVagMaker(withWholeName(facts)),
});

/** The file contains 4LV; the common name is IAW 4LV. */
function withWholeName(facts: Facts): Facts {
  const { model } = facts;
  if (model === undefined) return facts;
  return { ...facts, model: { value: `IAW ${model.value.toUpperCase()}`, at: model.at, strength: 'implied' } };
}
