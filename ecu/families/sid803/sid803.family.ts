/**
 * What: Siemens SID 803 and 803A, common rail diesel engines, MPC5xx.
 * Seen in: Peugeot, Citroën, Ford, about 2004 to 2011.
 * Sizes: 64 KB for the calibration, 452 KB, 1.4 MB, 2 MB.
 * Recognised by: the name of the program, three times, beginning with PO0 or PO2, or with PO after the name of the
 *   calibration.
 * Easily confused with: SID 801, whose programs begin with PM; PPD1, whose programs begin with SN.
 * Sources: v-arapidis/openremap-core (MIT), facts only; measured on real dumps.
 */
import { CHIP_SIZES } from '../../read-sizes.ts';
import type { Facts, Family } from '../../family.ts';
import { signatureFamily } from '../../text-signatures.ts';
import { createCrcRecordReader } from '../../platforms/continental/crc-blocks.ts';
import { sid803Crcs } from '../../platforms/continental/crc-layouts.ts';
import { sid803Dtcs } from './sid803.dtcs.ts';

const bySignature = signatureFamily({
  id: 'sid803',
  maker: 'Siemens',
  models: ['SID803', 'SID803A'],
  minBytes: 0x10000,
  maxBytes: 0x200000,
  marks: [
    {
      // `CAPO2340PO23400?S122247011B0????111PO20034000000`, the last part three times
      anchor: '111PO',
      pattern: new RegExp(
        '(?<dataset>\\w{8})PO\\w{5}[^](?<softwareNumber>S\\d{9}[A-Z]\\d|\\d{8}AA)[^]{4,6}' +
          '111(?<softwareId>PO\\w{11})111\\k<softwareId>111\\k<softwareId>',
        'd',
      ),
      before: 34,
      after: 48,
      within: { at: 0, end: 0x200000 },
      points: 80,
      reason: 'the name of a PO program, three times',
    },
    {
      anchor: '111PO',
      pattern: /111(?<program>PO[02]\w{8,10})111\k<program>111\k<program>/d,
      before: 0,
      after: 48,
      within: { at: 0, end: 0x200000 },
      points: 60,
      reason: 'the name of a PO0 or PO2 program, three times',
    },
    {
      anchor: '5WS4',
      pattern: /(?<hardwareNumber>5WS4\d{4}[A-Z]-T) /d,
      before: 0,
      after: 12,
      within: { at: 0, end: 0x80000 },
      points: 20,
      reason: "Siemens' number of the hardware",
    },
  ],
  conclude: withModel,
});

export const sid803: Family = {
  ...bySignature,
  dtcs: sid803Dtcs,
  checksums: createCrcRecordReader(sid803Crcs),
  areSumsProved: true,
  readSizes: [...CHIP_SIZES, 0x70000, 0x71000, 0x171100],
};

/** Measured: the programs of the 803 begin with PO0, those of the 803A with PO2. */
function withModel(facts: Facts): Facts {
  const { softwareId } = facts;
  const value = softwareId === undefined ? undefined : { PO0: 'SID803', PO2: 'SID803A' }[softwareId.value.slice(0, 3)];
  if (softwareId === undefined || value === undefined) return facts;
  return { ...facts, model: { value, at: softwareId.at, strength: 'implied' } };
}
