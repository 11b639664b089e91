/**
 * What: Siemens SIMK41 and SIMK43, petrol engines, C167.
 * Seen in: Hyundai and Kia, about 1998 to 2008.
 * Sizes: 256 KB, 512 KB, 1 MB.
 * Recognised by: the name of the data set, three times, and that of its file, which begins with ca65 or ca66.
 * Easily confused with: Simtec 70, whose data sets are called ca07.
 * Sources: Dante383/GKFlasher (facts only: ca65 and ca66 in front of the calibration); measured on a real dump.
 */
import { implying, signatureFamily } from '../../text-signatures.ts';

const maxBytes = 0x100000;

export const simk4x = signatureFamily({
  id: 'simk4x',
  maker: 'Siemens',
  models: ['SIMK41', 'SIMK43'],
  minBytes: 0x40000,
  maxBytes,
  marks: [
    {
      // `1116630057010000` three times, `ca663057.DATG7DCMQ1A----`: the first has one more 0 in the middle.
      anchor: '.DAT',
      pattern:
        /(?:111(?<system>6[56]\d)0(?<program>\d{3})\d{6}){3}ca(?<softwareId>\k<system>\k<program>)\.DAT(?<dataset>[0-9A-Z]{8})?/d,
      before: 56,
      after: 12,
      within: { at: 0, end: maxBytes },
      points: 80,
      reason: 'the name of the data set, three times, and that of its file',
    },
  ],
  conclude: implying('softwareId', { processor: 'C167' }),
});
