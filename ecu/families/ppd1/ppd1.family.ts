/**
 * What: Siemens PPD1, diesel engines with unit injectors.
 * Seen in: Volkswagen group, about 2004 to 2010.
 * Sizes: 256 KB for the calibration, 2 MB.
 * Recognised by: one line of text: a number, the program three times, the calibration, the part number and PPD1.n; or
 *   the program alone.
 * Easily confused with: SID 803, which has PO where this has SN.
 * Sources: v-arapidis/openremap-core (MIT), facts only; measured on real dumps.
 */
import type { Family } from '../../family.ts';
import { signatureFamily, withVagMaker } from '../../text-signatures.ts';
import { createCrcRecordReader } from '../../platforms/continental/crc-blocks.ts';
import { ppd1Crcs } from '../../platforms/continental/crc-layouts.ts';

const bySignature = signatureFamily({
  id: 'ppd1',
  maker: 'Siemens',
  models: ['PPD1.1', 'PPD1.2', 'PPD1.5'],
  minBytes: 0x10000,
  maxBytes: 0x200400,
  marks: [
    {
      // `6576286127--    111SN100K5400000…CASN1K54.DAT    03G906018ER R4 2.0l PPD1.2`
      anchor: 'PPD1.',
      pattern: new RegExp(
        '(?<softwareNumber>\\d{10})[- ]{2,8}111(?<softwareId>SN\\w{11})111\\k<softwareId>111\\k<softwareId>' +
          '(?<dataset>C[A-Z]SN\\w{2,6})\\.DAT +(?<partNumber>\\d[A-Z\\d]{2}90[67]\\d{3}[A-Z]{0,2}) +' +
          '(?<engine>[RV]\\d+ \\d\\.\\dl) (?<model>PPD1\\.\\d)' +
          '(?: {1,8}[^](?<softwareVersion>\\d{4})(?<hardwareNumber>657\\d{3}\\.\\d{2}\\.\\d{2}))?',
        'd',
      ),
      before: 112,
      after: 40,
      within: { at: 0, end: 0x200000 },
      points: 90,
      reason: 'the line of text that ends in PPD1',
    },
    {
      // The boot code has a program name of its own, so no number is taken from it.
      anchor: '111SN',
      pattern: /111(?<program>SN\w{9,11})111\k<program>111\k<program>/d,
      before: 0,
      after: 48,
      within: { at: 0, end: 0x200000 },
      points: 60,
      reason: 'the name of an SN program, three times',
    },
  ],
  conclude: withVagMaker,
});

export const ppd1: Family = { ...bySignature, checksums: createCrcRecordReader(ppd1Crcs), areSumsProved: true };
