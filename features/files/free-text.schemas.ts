import * as z from 'zod/mini';
import { invalid } from '../../contract/texts.ts';
import { visibleText } from '../../contract/visible-text.ts';

/** Free text that may be omitted; empty means none. */
export const orNothing = (longest: number) =>
  z.pipe(
    z.optional(
      z.nullable(
        z
          .string()
          .check(
            z.overwrite(visibleText),
            z.maxLength(longest, invalid('errors.fields.most_count_characters', { count: longest })),
          ),
      ),
    ),
    z.transform((value) => (value ? value : null)),
  );
