import { visibleText } from './visible-text.ts';
import * as z from 'zod/mini';
import { MAX_LIST_ROWS } from './endpoint.ts';
import { invalid } from './texts.ts';

/**
 * An id in a path: a positive whole number that both PostgreSQL and JavaScript can hold. Anything else is "not there".
 */
export const Id = z.pipe(
  z.union([z.string().check(z.regex(/^[1-9]\d{0,14}$/)), z.int().check(z.positive())]),
  z.transform((value) => Number(value)),
);

/** The id of a record in a reply. */
export const RecordId = z.int();

/** A reply that is a list of at most `most` rows; its query has the same limit. */
/* @__NO_SIDE_EFFECTS__ */
export const boundedList = <Row extends z.ZodMiniType>(row: Row, maxRows = MAX_LIST_ROWS) =>
  z.array(row).check(z.maxLength(maxRows));

/** A required text of people, in which something can be seen; trimmed. */
/* @__NO_SIDE_EFFECTS__ */
export const requiredText = (
  missing: string,
  longest: number,
  tooLong = invalid('errors.fields.most_count_characters', { count: longest }),
) => z.string(missing).check(z.overwrite(visibleText), z.minLength(1, missing), z.maxLength(longest, tooLong));

/** No input at all. */
export const Nothing = z.object({});

/** A reply that only confirms success. */
export const Done = z.object({ message: z.string() });

/** A day in the shop's time zone, such as 2026-11-20. Neither the calendar nor PostgreSQL has a year 0. */
export const Day = z.iso
  .date(invalid('errors.server.choose_day'))
  .check(z.refine((day) => day >= '0001', invalid('errors.server.choose_day')));

/** An amount of credits (1 CRS = 1 EUR) with at most two decimals. */
export const Credits = z.number();

/** An optional filter value; an empty string counts as not set. */
/* @__NO_SIDE_EFFECTS__ */
export const chosen = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.pipe(
    z.transform((value: unknown) => (value === '' ? undefined : value)),
    z.optional(schema),
  );

const NO_MOMENT = invalid('errors.server.date_must_date_time');

/**
 * A moment, converted to UTC; its year has four digits. PostgreSQL accepts neither a year 0 nor an offset of 16 hours.
 */
export const Moment = z.pipe(
  z.iso
    .datetime({ error: NO_MOMENT, offset: true })
    .check(z.refine((text) => text > '0001-01-02' && text < '9999-12-31', NO_MOMENT)),
  z.transform((text) => new Date(text).toISOString()),
);

/** Number of rows to skip in a list that is read page by page. */
export const Offset = z._default(
  z.pipe(
    z.transform((value: unknown) => Number(value)),
    z
      .int(invalid('errors.fields.whole_number', { name: 'offset' }))
      .check(z.minimum(0, invalid('errors.fields.at_least', { name: 'offset', least: 0 }))),
  ),
  0,
);

/** Free text that may be omitted; empty means none. */
/* @__NO_SIDE_EFFECTS__ */
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
