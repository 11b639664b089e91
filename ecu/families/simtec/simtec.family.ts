/**
 * What: Siemens Simtec 56 (8051 and its successors) and Simtec 70 (C167), petrol engines.
 * Seen in: Opel Vectra, Astra, Omega, about 1995 to 2004.
 * Sizes: 128 KB; 112 KB of a Simtec 70.
 * Recognised by: a record of Opel's part number, a serial number and Siemens' 5WK9 number; the name of the data set of a Simtec 70, three times, and that of its file, ca07.
 * Easily confused with: other control units of Siemens with a 5WK9 number, which have no record that begins with RS or RT.
 * Sources: v-arapidis/openremap-core (MIT), facts only, no dump of a Simtec 56 was at hand; Simtec 70 measured on real dumps, whose names state the same number.
 */
import { CHIP_SIZES } from '../../read-sizes.ts';
import { implying, signatureFamily } from '../../text-signatures.ts';

const withOpel = implying('partNumber', { vehicleManufacturer: 'Opel' });
const withSimtec70 = implying('softwareId', { model: 'Simtec 70', processor: 'C167' });

export const simtec = signatureFamily({
  id: 'simtec',
  maker: 'Siemens',
  models: ['Simtec 56', 'Simtec 70'],
  minBytes: 0x1c000,
  maxBytes: 0x20000,
  readSizes: [...CHIP_SIZES, 0x1c000],
  marks: [
    {
      // `RS90506365 0106577255425b5WK907302`
      anchor: '5WK9',
      pattern: /R[ST](?<partNumber>\d{8}) \d{12,16}[a-z](?<hardwareNumber>5WK9\d{4})\d/d,
      before: 28,
      after: 9,
      within: { at: 0, end: 0x20000 },
      points: 80,
      reason: "the record of Opel's and Siemens' numbers",
    },
    {
      // `111071008200000011107100820000001110710082000000ca071082.DAT6586035362  `, `S99001X18XE190569370   `
      anchor: '.DAT',
      pattern:
        /(?<name>1110710\d{9})\k<name>\k<name>ca(?<softwareId>0710\d\d)\.DAT\d{10} [\s\S]{3,16}?S\d{5}(?<engine>[A-Z]\d\d[A-Z]{2}\d)(?<partNumber>\d{8}) /d,
      before: 56,
      after: 64,
      within: { at: 0xc000, end: 0xc100 },
      points: 90,
      reason: 'the name of the data set of a Simtec 70, three times, and that of its file',
    },
  ],
  conclude: (facts) => withOpel(withSimtec70(facts)),
});
