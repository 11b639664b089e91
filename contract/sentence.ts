import * as z from 'zod/mini';

/** A reason or a warning shown to the reader. */
export const Sentence = z.object({
  /** Code by which a program finds its own text; null for a record stored before there were codes. */
  code: z.nullable(z.string()),
  /** The values for the text, by the names of its placeholders. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The English text, with the values filled in. */
  message: z.string(),
});
export type Sentence = z.output<typeof Sentence>;
