import * as z from 'zod/mini';

/** A trouble code as the file's table names it: P0401, or the manufacturer's own number where no other is known. */
export const DtcName = z.string().check(z.regex(/^(?:[PCBU][0-3][0-9A-F]{3}|[0-9A-F]{2,6})$/));

/** No known table has more. */
export const MAX_DTCS = 4000;
