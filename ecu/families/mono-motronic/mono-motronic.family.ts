/**
 * What: Bosch Mono-Motronic, petrol engines with one injector.
 * Seen in: Volkswagen group, about 1990 to 1998.
 * Sizes: 32 KB, 64 KB.
 * Recognised by: a line of text with the part number, MONO and PMC, near the end of the program.
 * Easily confused with: Motronic M2 of Audi, which has MOTOR where this has MONO.
 * Sources: v-arapidis/openremap-core (MIT), facts only; measured on real dumps.
 */
import { signatureFamily, withVagMaker } from '../../text-signatures.ts';

export const monoMotronic = signatureFamily({
  id: 'mono-motronic',
  maker: 'Bosch',
  models: ['Mono-Motronic'],
  minBytes: 0x8000,
  maxBytes: 0x10000,
  marks: [
    {
      // `1H0907311A  1,8L R4 MONO        D11PMC`
      anchor: ' MONO ',
      pattern:
        /(?<partNumber>\d[A-Z0-9]{2}90[67]\d{3}[A-Z]{0,2}) +(?<engine>\d[,.]\d ?[Ll] R\d) MONO [\x20-\x7E]{0,12}PMC/d,
      before: 24,
      after: 24,
      within: { at: 0, end: 0x10000 },
      points: 70,
      reason: 'a line of text with MONO and PMC',
    },
  ],
  conclude: withVagMaker,
});
