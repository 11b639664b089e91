/**
 * What: Temic DQ250, the control unit of the six-speed direct shift gearbox 02E.
 * Seen in: Volkswagen group, about 2003 to 2010.
 * Sizes: 416 KB.
 * Recognised by: the gearbox's part number, a byte, and GSG DSG, followed by the names of its clutches.
 * Easily confused with: nothing known.
 * Sources: bri3d/VW_Flash (BSD-2, facts only: the maker); measured on real dumps, whose names state the same numbers.
 */
import { CHIP_SIZES } from '../../read-sizes.ts';
import { signatureFamily, withVagMaker } from '../../text-signatures.ts';

export const dq250 = signatureFamily({
  id: 'dq250',
  maker: 'Temic',
  models: ['DQ250'],
  minBytes: 0x68000,
  maxBytes: 0x68000,
  readSizes: [...CHIP_SIZES, 0x68000],
  marks: [
    {
      // `02E300042G  ` 01 `GSG DSG         DCTB2C0C1`
      anchor: 'GSG DSG ',
      pattern: /(?<partNumber>02E300\d{3}[A-Z]{0,2}) {1,4}.GSG DSG {9}DCTB/ds,
      before: 17,
      after: 20,
      within: { at: 0x60000, end: 0x68000 },
      points: 90,
      reason: "the number of the gearbox's part and GSG DSG",
    },
  ],
  conclude: withVagMaker,
});
