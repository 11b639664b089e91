/**
 * What: Siemens SID 802 and 804, common rail diesel engines, C167.
 * Seen in: Peugeot and Citroën with the 1.4 HDI, about 2001 to 2007.
 * Sizes: 512 KB.
 * Recognised by: the name of the program, three times, beginning with PN, in the boot code or in the calibration.
 * Easily confused with: SID 801, whose programs begin with PM; SID 803, whose programs begin with PO.
 * Sources: measured on real dumps; the names are built as those of SID 801, which v-arapidis/openremap-core (MIT) describes.
 */
import { signatureFamily } from '../../text-signatures.ts';
import { siemensHardwareMark } from '../../platforms/continental/hardware-mark.ts';

const maxBytes = 0x80000;
const everywhere = { at: 0, end: maxBytes };

export const sid804 = signatureFamily({
  id: 'sid804',
  maker: 'Siemens',
  models: ['SID802', 'SID804'],
  minBytes: maxBytes,
  maxBytes,
  marks: [
    {
      // `111PN16162700000111PN16162700000111PN1616270000062S118660108E0`
      anchor: '111PN',
      pattern: new RegExp(
        '111(?<softwareId>PN\\w{11})111\\k<softwareId>111\\k<softwareId>(?:\\d\\d(?<softwareNumber>S\\d{9}[A-Z]\\d))?',
        'd',
      ),
      before: 0,
      after: 64,
      within: everywhere,
      points: 70,
      reason: 'the name of a PN program, three times',
    },
    {
      // In the boot code: `111PN2724100111PN2724100111PN2724100`
      anchor: '111PN',
      pattern: /111(?<program>PN\w{4,9})111\k<program>111\k<program>/d,
      before: 0,
      after: 40,
      within: everywhere,
      points: 50,
      reason: 'the short name of a PN program, three times',
    },
    siemensHardwareMark,
    {
      anchor: '.DAT',
      pattern: /(?<dataset>CAPN\w{4})\.DAT/d,
      before: 8,
      after: 4,
      within: everywhere,
      points: 10,
      reason: 'the name of the calibration',
    },
  ],
});
