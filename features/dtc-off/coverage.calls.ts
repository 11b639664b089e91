import * as z from 'zod/mini';
import { endpoint } from '../../contract/endpoint.ts';
import { Nothing, boundedList } from '../../contract/fields.ts';

/** Results of a family on real files (docs/measurements.md). */
const Measured = {
  /** Number of the family's files in the bench. */
  files: z.int(),
  /** Files whose codes could be listed, and files whose codes could be switched off. */
  listed: z.int(),
  switchable: z.int(),
  /** Files that were changed, corrected, read again and compared, and how many of these attempts succeeded. */
  roundTrips: z.int(),
  roundTripsRight: z.int(),
  /** Share of round trips that succeeded, from 0 to 1; null where none was possible. */
  passRate: z.nullable(z.number()),
};

export const EcuModel = z.object({
  /** Vehicle manufacturer, ECU system manufacturer, model, identifier. */
  man: z.string(),
  ecuman: z.string(),
  model: z.string(),
  ecuValue: z.string(),
  passRate: Measured.passRate,
});
export type EcuModel = z.output<typeof EcuModel>;

export const Coverage = z.object({
  /** The day on which the measurements were made. */
  measuredOn: z.string(),
  families: z.array(
    z.object({
      family: z.string(),
      maker: z.string(),
      models: z.array(z.string()),
      /** What the product does with files of this family, as far as the file itself allows. */
      does: z.enum(['SWITCHES_OFF', 'LISTS', 'IDENTIFIES']),
      correctsChecksums: z.boolean(),
      ...Measured,
    }),
  ),
});
export type Coverage = z.output<typeof Coverage>;

export const listEcuModels = endpoint({
  method: 'GET',
  path: '/ai/ecu-models',
  summary: 'List ECU models',
  description: 'The control units that can be chosen in DTC OFF to read a file as.',
  who: 'dtc-off.use',
  input: Nothing,
  reply: boundedList(EcuModel),
});

export const getCoverage = endpoint({
  method: 'GET',
  path: '/ai/coverage',
  summary: 'Get the coverage of DTC OFF',
  description: 'The supported control units and how thoroughly each was measured, for a public page.',
  who: 'anyone',
  input: Nothing,
  reply: Coverage,
});
