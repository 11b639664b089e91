import * as z from 'zod/mini';
import { Nothing, listOf } from '../fields.schemas.ts';

/** How a family did on real files (docs/measurements.md). */
const Measured = {
  /** Files of the bench. */
  files: z.int(),
  /** Files whose codes could be listed, and switched off. */
  listed: z.int(),
  switchable: z.int(),
  /** Files that were changed, corrected, read again and compared, and how many of these attempts came out right. */
  roundTrips: z.int(),
  roundTripsRight: z.int(),
  /** Of 0 to 1: round trips that came out right; null where none was possible. */
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
  /** The day of the measurements. */
  measuredOn: z.string(),
  families: z.array(
    z.object({
      family: z.string(),
      maker: z.string(),
      models: z.array(z.string()),
      /** What the product does with a file of it, where the file itself allows. */
      does: z.enum(['SWITCHES_OFF', 'LISTS', 'IDENTIFIES']),
      correctsChecksums: z.boolean(),
      ...Measured,
    }),
  ),
});
export type Coverage = z.output<typeof Coverage>;

export const listEcuModels = {
  input: Nothing,
  reply: listOf(EcuModel),
};

export const getCoverage = {
  input: Nothing,
  reply: Coverage,
};
