/**
 * What: BMS43 and BMS46, petrol engines with four cylinders.
 * Seen in: BMW 316i and 318i with the engine M43, about 1996 to 2001.
 * Sizes: 128 KB, 256 KB.
 * Recognised by: a line of text with the names of control unit and engine, hardware, software and date.
 * Easily confused with: nothing known.
 * Sources: measured on one real dump.
 */
import { implying, signatureFamily } from '../../text-signatures.ts';

export const bms43 = signatureFamily({
  id: 'bms43',
  maker: 'Bosch',
  models: ['BMS43', 'BMS46'],
  minBytes: 0x20000,
  maxBytes: 0x40000,
  marks: [
    {
      // `BMS M43 EG2 1.8 HARD C2.00  SOFT BE.01  TPU 808 10.05.1996  7:47`
      anchor: 'BMS M4',
      pattern: /BMS (?<engine>M4\d) EG\d \d\.\d HARD \w\d\.\d{2} +SOFT \w{2}\.\d{2}/d,
      before: 0,
      after: 60,
      within: { at: 0, end: 0x4000 },
      points: 80,
      reason: 'a line of text that begins with BMS',
    },
    {
      anchor: '0261',
      pattern: /\d{12}(?<hardwareNumber>0261\d{6})(?!\d)/d,
      before: 12,
      after: 11,
      within: { at: 0x4000, end: 0x6000 },
      points: 10,
      reason: "Bosch's number of the hardware behind digits of the maker",
    },
  ],
  conclude: implying('engine', { vehicleManufacturer: 'BMW' }),
});
