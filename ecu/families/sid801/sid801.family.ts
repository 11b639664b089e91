/**
 * What: Siemens SID 801 and 801A, common rail diesel engines, C167.
 * Seen in: Peugeot, Citroën, about 2001 to 2006.
 * Sizes: 512 KB, or a part of it.
 * Recognised by: the name of the program, three times, beginning with PM, in the boot code or anywhere else.
 * Easily confused with: SID 803, whose programs begin with PO; Simos, whose programs begin with S.
 * Sources: v-arapidis/openremap-core (MIT), facts only; measured on real dumps.
 */
import { signatureFamily } from '../../text-signatures.ts';
import { siemensHardwareMark } from '../../platforms/continental/hardware-mark.ts';

const maxBytes = 0x100000;

export const sid801 = signatureFamily({
  id: 'sid801',
  maker: 'Siemens',
  models: ['SID801', 'SID801A'],
  minBytes: 0x10000,
  maxBytes,
  marks: [
    {
      // `111PM32063000000111PM32063000000111PM3206300000063S118438101B0`
      anchor: '111PM',
      pattern: new RegExp(
        '111(?<softwareId>PM\\w{11})111\\k<softwareId>111\\k<softwareId>(?:\\d\\d(?<softwareNumber>S\\d{9}[A-Z]\\d))?',
        'd',
      ),
      before: 0,
      after: 64,
      within: { at: 0, end: maxBytes },
      points: 70,
      reason: 'the name of a PM program, three times',
    },
    {
      anchor: '111PM',
      pattern: /111(?<program>PM\w{2,9})111\k<program>111\k<program>/d,
      before: 0,
      after: 40,
      within: { at: 0, end: maxBytes },
      points: 50,
      reason: 'the short name of a PM program, three times',
    },
    siemensHardwareMark,
    {
      anchor: '.DAT',
      pattern: /(?<dataset>[Cc][Aa]PM\w{4})\.DAT/d,
      before: 8,
      after: 4,
      within: { at: 0, end: maxBytes },
      points: 10,
      reason: 'the name of the calibration',
    },
  ],
});
