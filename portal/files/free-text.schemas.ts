import * as z from 'zod/mini';

/** Free text that may be left out; empty means nothing. */
export const orNothing = (longest: number) =>
  z.pipe(
    z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(longest, `At most ${longest} characters.`)))),
    z.transform((value) => (value ? value : null)),
  );
