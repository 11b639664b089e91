/**
 * What: Siemens SID206, common rail diesel engines of 2.0 litres.
 * Seen in: Ford Kuga, about 2008.
 * Sizes: 2 MB.
 * Recognised by: the head of the calibration: its name, its name again, a number, and the program with the same name in
 *   it, three times.
 * Easily confused with: SID307 and SID310, whose heads are the same with RF in them; SID 803, whose programs begin with
 *   PO.
 * Sources: autobytediag/ECUFileOrganizer (GPL-3, facts only); measured on one public dump.
 */
import type { Family } from '../../family.ts';
import { implying, signatureFamily } from '../../text-signatures.ts';
import { createCrcRecordReader } from '../../platforms/continental/crc-blocks.ts';
import { sid206Crcs } from '../../platforms/continental/crc-layouts.ts';

const maxBytes = 0x200000;

const bySignature = signatureFamily({
  id: 'sid206',
  maker: 'Siemens',
  models: ['SID206'],
  minBytes: 0x10000,
  maxBytes: maxBytes,
  marks: [
    {
      // `CAFR1B00FR1B000?10222900AA      111FR1D0B0000000`, the last part three times
      anchor: 'CAFR1',
      pattern: new RegExp(
        '(?<dataset>CAFR1(?<release>[A-Z\\d]{2})0)FR1\\k<release>00[0\0](?<softwareNumber>10\\d{6}AA)[ \0]{6}' +
          '111(?<softwareId>FR1[A-Z\\d]{2}\\k<release>000000)111\\k<softwareId>111\\k<softwareId>',
        'd',
      ),
      before: 0,
      after: 80,
      within: { at: 0, end: maxBytes },
      points: 90,
      reason: 'the head of the calibration, whose names agree with the FR1 program that is named three times',
    },
  ],
  conclude: implying('softwareId', { model: 'SID206' }),
});

export const sid206: Family = { ...bySignature, checksums: createCrcRecordReader(sid206Crcs) };
