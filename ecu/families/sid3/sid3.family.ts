/**
 * What: Continental SID307 and SID310, common rail diesel engines.
 * Seen in: Renault, Dacia, Nissan, Opel, Mercedes-Benz, about 2009 to 2020.
 * Sizes: 768 KB for the calibration, 2 MB, 3 MB.
 * Recognised by: the head of the calibration: its name, its name again, a number, and the program with the same name in
 *   it, three times.
 * Easily confused with: SID206, whose head is the same with FR1 in it; EMS of the same maker for petrol engines of
 *   Renault.
 * Sources: spaklius/BinaryHunter and autobytediag/ECUFileOrganizer (GPL-3), facts only; measured on two public dumps.
 */
import type { Family } from '../../family.ts';
import { implying, signatureFamily } from '../../text-signatures.ts';
import { createCrcRecordReader } from '../../platforms/continental/crc-blocks.ts';
import { sid3Crcs } from '../../platforms/continental/crc-layouts.ts';

const maxBytes = 0x400000;

const bySignature = signatureFamily({
  id: 'sid3',
  maker: 'Continental',
  models: ['SID307', 'SID310'],
  minBytes: 0x10000,
  maxBytes: maxBytes,
  marks: [
    {
      // `CARFE9M0RFE9M00010426860AA      RFZRFE429M000000`, the last part three times; RF8 in a SID307, RFE and RFJ in
      // a SID310
      anchor: 'CARF',
      pattern: new RegExp(
        '(?<dataset>CA(?<project>RF[8EJ])(?<release>[A-Z\\d]{2})0)\\k<project>\\k<release>000' +
          '(?<softwareNumber>10\\d{6}AA)[ \0]{6}' +
          '(?<softwareId>RF[A-Z]\\k<project>\\d{2}\\k<release>000000)\\k<softwareId>\\k<softwareId>',
        'd',
      ),
      before: 0,
      after: 80,
      within: { at: 0, end: maxBytes },
      points: 90,
      reason: 'the head of the calibration, whose names agree with the program that is named three times',
    },
  ],
  // Published for several cars with RFE and RFJ. Only one dump with RF8 is known, which is too few to
  // distinguish it from its neighbours.
  conclude: implying('softwareId', { model: 'SID310' }, /^RF[A-Z]RF[EJ]/),
});

export const sid3: Family = { ...bySignature, checksums: createCrcRecordReader(sid3Crcs), areSumsProved: true };
