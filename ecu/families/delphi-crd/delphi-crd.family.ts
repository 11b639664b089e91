/**
 * What: Delphi CRD.11 and CRD2, common rail diesel engines of four cylinders (OM646 and OM651).
 * Seen in: Mercedes-Benz, about 2006 to 2020.
 * Sizes: 2.5 MB, 3 MB.
 * Recognised by: the name of the data, which begins with CRD and the engine, and the delivery name of a program, with
 *   its date.
 * Easily confused with: DCM3.5 of the same maker, which has delivery names too, but no name that begins with CRD.
 * Sources: autobytediag/ECUFileOrganizer (GPL-3, facts only); measured on two public dumps.
 */
import { delphiChecksums } from '../../platforms/delphi/range-records.ts';
import type { Facts, Family } from '../../family.ts';
import { signatureFamily } from '../../text-signatures.ts';

const date = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) [ \\d]\\d \\d\\d:\\d\\d:\\d\\d \\d{4}';

const within = { at: 0, end: 0x400000 };

const bySignature = signatureFamily({
  id: 'delphi-crd',
  maker: 'Delphi',
  models: ['CRD.11', 'CRD2'],
  minBytes: 0x10000,
  maxBytes: 0x400000,
  marks: [
    {
      // `CRD-646-NMA9T-204WA-100kw-41OP-EF-ME-D55-1150x27`, `CRD2-651-TMABDD11-639A4X-100kW-4CSLVNT-EU5_OP-EF-DS06`
      anchor: 'CRD',
      pattern: /(?<model>CRD2?)-(?<engine>6\d\d)-[A-Z\d]{5,8}-\d{3}[A-Z\d]{2,4}-\d{2,3}k[Ww]-/d,
      before: 0,
      after: 40,
      within,
      points: 60,
      reason: 'the name of the data: CRD, the engine, the program, the car and the power',
    },
    {
      // `CRD2-651-TMABDD11 Nov 26 13:31:17 2020`
      anchor: 'CRD',
      pattern: new RegExp(`(?<model>CRD2?)-(?<engine>6\\d\\d)-(?<softwareId>[A-Z\\d]{5,8}) ${date}`, 'd'),
      before: 0,
      after: 48,
      within,
      points: 45,
      reason: 'the name of the program and its date',
    },
    {
      // `NM030001_DELIV_1 Jul 24 09:51:47 2006`
      anchor: '_DELIV_',
      pattern: new RegExp(`[A-Z\\d]{8}_DELIV_\\d ${date}`, 'd'),
      before: 8,
      after: 32,
      within,
      points: 40,
      reason: 'the delivery of a program of Delphi, with its date',
    },
  ],
  conclude: withoutHalfNames,
});

export const delphiCrd: Family = { ...bySignature, checksums: delphiChecksums, areSumsProved: true };

/** CRD names several control units, CRD2 only one. The three digits are the number of Mercedes-Benz's OM engine. */
function withoutHalfNames({ model, engine, ...facts }: Facts): Facts {
  return {
    ...facts,
    ...(model?.value === 'CRD2' ? { model } : {}),
    ...(engine === undefined ? {} : { engine: { ...engine, value: `OM${engine.value}`, strength: 'implied' } }),
  };
}
