import * as z from 'zod/mini';

/** A reason or a warning for the reader. */
export const Sentence = z.object({
  /** By which a program finds its own text; null: of a record from before codes were stored. */
  code: z.nullable(z.string()),
  /** What the text names, by the names of its places. */
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  /** In English, with the values. */
  message: z.string(),
});
export type Sentence = z.output<typeof Sentence>;
