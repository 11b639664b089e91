/**
 * What: Transtron TTI, common rail diesel engines (4JK1).
 * Seen in: Isuzu D-Max, about 2011.
 * Sizes: 2.5 MB.
 * Recognised by: the copyright of Transtron, and the engine with its number in front of the name of the control unit.
 * Easily confused with: units of Denso in the same cars, which have the copyright of Denso.
 * Sources: autobytediag/ECUFileOrganizer (GPL-3, facts only); measured on one public dump.
 */
import { implying, signatureFamily } from '../../text-signatures.ts';

export const transtron = signatureFamily({
  id: 'transtron',
  maker: 'Transtron',
  models: ['TTI'],
  minBytes: 0x40000,
  maxBytes: 0x400000,
  marks: [
    {
      anchor: 'Copyright Transtron inc.',
      pattern: /Copyright Transtron inc\. \d{4}-/d,
      before: 0,
      after: 32,
      within: { at: 0, end: 0x400000 },
      points: 45,
      reason: 'the copyright of Transtron',
    },
    {
      // `4JK1                z98250658   ???ECM?-Engine Control`
      anchor: '-Engine Control',
      pattern: /(?<engine>[46][A-Z]{2}\d) {16}z(?<softwareNumber>\d{8}) {3}\0{3}ECM\0-Engine Control/d,
      before: 48,
      after: 16,
      within: { at: 0, end: 0x400000 },
      points: 45,
      reason: 'the engine and its number, in front of the name of the control unit',
    },
  ],
  // The engine's name is Isuzu's own.
  conclude: implying('engine', { vehicleManufacturer: 'Isuzu' }, /^[46]J/),
});
