/**
 * What: Siemens PCR2.1, common rail diesel engines of 1.6 litres.
 * Seen in: Volkswagen group, about 2009 to 2014.
 * Sizes: 492 KB for the calibration, the same twice, 2 MB, 2.1 MB.
 * Recognised by: one line of text: the calibration, an SM2 program three times, and the part number twice; or the
 *   program alone.
 * Easily confused with: PPD1, whose programs begin with SN; SID 801, whose programs begin with PM; Simos, which has no
 *   SM2.
 * Sources: spaklius/BinaryHunter and a published program that flashes it, facts only; measured on real dumps of two
 *   public collections.
 */
import type { Facts, Family } from '../../family.ts';
import { signatureFamily } from '../../text-signatures.ts';
import { createCrcRecordReader } from '../../platforms/continental/crc-blocks.ts';
import { pcr21Crcs } from '../../platforms/continental/crc-layouts.ts';

const maxBytes = 0x240000;

const bySignature = signatureFamily({
  id: 'pcr21',
  maker: 'Siemens',
  models: ['PCR2.1'],
  minBytes: 0x10000,
  maxBytes: maxBytes,
  marks: [
    {
      // `CASM2P20.DAT111SM2G0P2000000…CASM2P20SM2P200?EV_ECM16TDI02103L906023NA?0030136502026786--
      // …9977---?CAYCJ623`
      anchor: 'CASM2',
      pattern: new RegExp(
        '(?<dataset>CASM2\\w{3})\\.DAT111(?<softwareId>SM2\\w{10})111\\k<softwareId>111\\k<softwareId>' +
          '\\k<dataset>SM2\\w{4}\0EV_ECM16TDI\\d{3}(?<partNumber>03L\\d{6}[A-Z]{0,2})\0{1,3}\\d{12,18}-- +' +
          '03L\\d{6}[A-Z]{0,2} +\\k<partNumber> {0,2}\x01 +(?<engine>\\d,\\dl R4 CR tdi|R4 \\d\\.\\dl TDI) +\0' +
          '(?<softwareVersion>\\d{4})---',
        'd',
      ),
      before: 0,
      after: 192,
      within: { at: 0, end: maxBytes },
      points: 90,
      reason: 'the line of text with the calibration, an SM2 program three times and the part number twice',
    },
    {
      anchor: '111SM2',
      pattern: /111(?<program>SM2\w{10})111\k<program>111\k<program>/d,
      before: 0,
      after: 48,
      within: { at: 0, end: maxBytes },
      points: 60,
      reason: 'the name of an SM2 program, three times',
    },
  ],
  conclude: withModelAndMaker,
});

export const pcr21: Family = { ...bySignature, checksums: createCrcRecordReader(pcr21Crcs) };

/** Every brand of the group uses the same 1.6 litre unit, so the part number only identifies the group. */
function withModelAndMaker(facts: Facts): Facts {
  const { softwareId, partNumber } = facts;
  if (softwareId === undefined || partNumber === undefined) return facts;
  return {
    ...facts,
    model: { value: 'PCR2.1', at: softwareId.at, strength: 'implied' },
    vehicleManufacturer: { value: 'Volkswagen Group', at: partNumber.at, strength: 'implied' },
  };
}
