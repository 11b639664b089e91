import * as z from 'zod/mini';

const Evidence = z.object({
  /** Points out of 100. */
  points: z.number(),
  /** Offset in the file, in the form in which it was read. */
  at: z.int(),
  /** In the words of the library, as in the proof. */
  reason: z.string(),
});

/** A file read as the model that the customer chose from the list, and the result. */
export const Reading = z.object({
  man: z.string(),
  ecuman: z.string(),
  model: z.string(),
  /**
   * MODEL: the bytes name this model. FAMILY: they are of its family and name no model. OTHER_MODEL: they are of its
   * family, but name another model or make. OTHER_FAMILY: they are not of its family.
   */
  match: z.enum(['MODEL', 'FAMILY', 'OTHER_MODEL', 'OTHER_FAMILY']),
  /** What the bytes name instead, where they name another model or make of the family. */
  named: z.nullable(z.string()),
  /** The evidence in the file for the family of this model, and its points out of 100. */
  points: z.number(),
  evidence: z.array(Evidence),
  /** What the file is recognised as by itself; null: nothing. */
  recognised: z.nullable(z.object({ name: z.string(), evidence: z.array(Evidence) })),
});
export type Reading = z.output<typeof Reading>;
