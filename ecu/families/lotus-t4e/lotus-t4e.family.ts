/**
 * What: Lotus T4 and T4e, petrol engines of Toyota, MPC5xx, in the three parts that its own tool reads.
 * Seen in: Lotus Elise and Exige, about 2004 to 2011.
 * Sizes: 64 KB (boot code, calibration), 384 KB (program).
 * Recognised by: the name of the calibration and its date at the start; the program's name and Lotus Eng; the number of
 *   the boot code at its end.
 * Easily confused with: nothing known.
 * Sources: Alcantor/LotusECU-T4e (facts only: the parts and their sizes); measured on real dumps.
 */
import { CHIP_SIZES } from '../../read-sizes.ts';
import type { Facts } from '../../family.ts';
import { implying, signatureFamily } from '../../text-signatures.ts';

export const lotusT4e = signatureFamily({
  id: 'lotus-t4e',
  maker: 'Lotus',
  models: ['T4', 'T4e'],
  minBytes: 0x10000,
  maxBytes: 0x60000,
  readSizes: [...CHIP_SIZES, 0x60000],
  marks: [
    {
      // `ATL07E01 01-23-2006 12:43       `
      anchor: ':',
      pattern: /^(?<dataset>[A-Za-z]\w{7}) \d\d-\d\d-20\d\d \d\d:\d\d {7}/d,
      before: 22,
      after: 10,
      within: { at: 22, end: 23 },
      points: 60,
      reason: 'the name of the calibration and its date at the start',
    },
    {
      // `T4E070 01/11/2005 Lotus EngV0078`
      anchor: 'Lotus Eng',
      pattern: /(?<softwareId>T4E?\d{3}) \d\d\/\d\d\/20\d\d Lotus Eng(?<softwareVersion>V\d{4})/d,
      before: 18,
      after: 14,
      within: { at: 0, end: 0x60000 },
      points: 80,
      reason: 'the name of the program and Lotus Eng',
    },
    {
      // Surrounded by erased bytes: `A120E0029F K0401`, `ALS3M0240J K0412`
      anchor: ' K0',
      pattern: /\xff{10}(?<partNumber>[AB](?:\d{3}E|LS3M)\d{4}[A-Z]) K0\d{3}\xff{10}/d,
      before: 22,
      after: 16,
      within: { at: 0xffe0, end: 0x10000 },
      points: 60,
      reason: "the boot code's number at its end",
    },
  ],
  conclude: withLotus,
});

function withLotus(facts: Facts): Facts {
  const named = (['softwareId', 'dataset', 'partNumber'] as const).find((name) => facts[name] !== undefined);
  return implying(named ?? 'softwareId', { vehicleManufacturer: 'Lotus', processor: 'MPC5xx' })(facts);
}
