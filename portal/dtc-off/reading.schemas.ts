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
  /** Whether the evidence in the file is enough for the family of this model. */
  fits: z.boolean(),
  /** The evidence for it in the file, and its points out of 100. */
  points: z.number(),
  evidence: z.array(Evidence),
  /** What the file is recognised as by itself; null: nothing. */
  recognised: z.nullable(z.object({ name: z.string(), evidence: z.array(Evidence) })),
});
export type Reading = z.output<typeof Reading>;
