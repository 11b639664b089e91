import * as z from 'zod/mini';

const Evidence = z.object({
  /** Of 100. */
  points: z.number(),
  /** Where in the file, in the form in which it was read. */
  at: z.int(),
  /** In the words of the library, which the proof has as well. */
  reason: z.string(),
});

/** A file that was read as a model of the list which the customer chose, and what came of it. */
export const Reading = z.object({
  man: z.string(),
  ecuman: z.string(),
  model: z.string(),
  /** Whether enough in the file speaks for the family of this model. */
  fits: z.boolean(),
  /** What speaks for it in the file, and how much of 100. */
  points: z.number(),
  evidence: z.array(Evidence),
  /** What the file is recognised as on its own; null: as nothing. */
  recognised: z.nullable(z.object({ name: z.string(), evidence: z.array(Evidence) })),
});
export type Reading = z.output<typeof Reading>;
