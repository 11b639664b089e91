/**
 * What: Siemens MS45, six cylinder petrol engines of BMW.
 * Seen in: BMW E46, E60, X3 and Z4 with the M54 and M56, about 2002 to 2006.
 * Sizes: 1 MB.
 * Recognised by: the name of the calibration, three times, between two names of its file, which begin with CA45.
 * Easily confused with: MS43, whose calibration is called ca43.
 * Sources: zarboz/BMW-XDFs (facts only: an A2L of MS45); measured on a real dump.
 */
import { implying, signatureFamily } from '../../text-signatures.ts';

export const ms45 = signatureFamily({
  id: 'ms45',
  maker: 'Siemens',
  models: ['MS45'],
  minBytes: 0x100000,
  maxBytes: 0x100000,
  marks: [
    {
      // `CA452D30452D3000` `00445200D30S10000` three times, `CA452D30.DAT`
      anchor: '.DAT',
      pattern: /CA(?<softwareId>45\w{4})\k<softwareId>\d\d(?<name>\w{17})\k<name>\k<name>CA\k<softwareId>\.DAT/d,
      before: 80,
      after: 4,
      within: { at: 0x40000, end: 0x40080 },
      points: 90,
      reason: 'the name of the calibration, three times between those of its file',
    },
  ],
  conclude: implying('softwareId', { model: 'MS45', vehicleManufacturer: 'BMW' }),
});
