import * as z from 'zod/mini';
import { Id, chosen } from './fields.schemas.ts';
import { invalid } from './texts.ts';

/** Rows of one page at most. */
const MOST_ROWS = 500;

const NO_LIMIT = invalid('errors.fields.limit_range', { name: 'limit', most: MOST_ROWS });

const Limit = z.pipe(
  z.transform((value: unknown) => Number(value)),
  z.int(NO_LIMIT).check(z.minimum(1, NO_LIMIT), z.maximum(MOST_ROWS, NO_LIMIT)),
);

/** Two of them are part of an address; the longest has a name of 255 letters in it. */
export const Cursor = z.string('cursor is not valid.').check(z.maxLength(3000, 'cursor is not valid.'));

const TOO_LONG = invalid('errors.server.search_most_200_characters');

export const SearchText = z.string(TOO_LONG).check(z.maxLength(200, TOO_LONG));

const COUNTS = ['10000', 'exact'] as const;
export type Count = (typeof COUNTS)[number];

/**
 * What a list can be asked for a page at a time with; without any of it the whole list is sent. A cursor comes from a
 * page of the same order: `cursor` is where the page begins, `until` where it ends, for one that is read again.
 */
export const pageFields = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) => ({
  q: chosen(SearchText),
  sort: chosen(z.enum(sorts, invalid('errors.fields.one_of', { name: 'sort', choices: sorts.join(', ') }))),
  order: chosen(z.enum(['asc', 'desc'], invalid('errors.fields.asc_or_desc'))),
  cursor: chosen(Cursor),
  until: chosen(Cursor),
  limit: chosen(Limit),
  /** How far what a search finds is counted: all of it, or up to 10000; without it only what the page has. */
  count: chosen(z.enum(COUNTS, invalid('errors.fields.one_of', { name: 'count', choices: COUNTS.join(', ') }))),
});

/** How many rows there are; with the first page only. */
export const Totals = z.object({
  /** Of the whole list. */
  all: z.int(),
  /** Of the rows that pass the filters and the search; where there is a search, as far as `count` asks for. */
  matching: z.int(),
  /** False: more than `matching`. */
  is_exact: z.boolean(),
  /** How many rows of the whole list have which value: `counts.status.PENDING`. */
  counts: z.record(z.string(), z.record(z.string(), z.int())),
  /** When this was so, to the microsecond: what "all of them" means in a change of all that match. */
  as_of: z.string(),
});
export type Totals = z.output<typeof Totals>;

/** The whole list, or the page that was asked for. */
export const listOrPage = <Row extends z.ZodMiniType>(row: Row) =>
  z.union([
    z.array(row),
    z.object({
      rows: z.array(row).check(z.maxLength(MOST_ROWS)),
      /** Null: there are no more rows. */
      next_cursor: z.nullable(z.string()),
      /** Another one after every change to the list; also the ETag of the page. */
      version: z.string(),
      totals: z.nullable(Totals),
    }),
  ]);

/** Of a log, which is only added to: how many entries match, counted up to 10000. */
export const LogTotals = z.object({
  matching: z.int(),
  /** False: more than `matching`. */
  is_exact: z.boolean(),
});
export type LogTotals = z.output<typeof LogTotals>;

/** A page of rows; `ReplyOf` of a list is this, or the whole list. */
export interface Page<Row> {
  rows: Row[];
  next_cursor: string | null;
  version: string;
  totals: Totals | null;
}

/** Ticked one by one; more of them are a filter. */
const MOST_TICKED = 5000;

const NO_MOMENT = 'as_of is not valid.';
const Moment = z
  .string(NO_MOMENT)
  .check(z.regex(/^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d)T([01]\d|2[0-3])(:[0-5]\d){2}\.\d{6}Z$/, NO_MOMENT));

const Ticked = z._default(
  z
    .array(Id, 'ids is not valid.')
    .check(z.maxLength(MOST_TICKED, invalid('errors.fields.most_ids', { most: MOST_TICKED }))),
  [],
);

/**
 * Rows of a list for a change of many: those that are ticked, and all that match a filter and have not changed since
 * `as_of`, when the list was read, but for some.
 */
export const selectionOf = <const Filters extends Record<string, z.ZodMiniType>>(filters: Filters) => ({
  ids: Ticked,
  all: z.optional(z.object({ q: chosen(SearchText), ...filters, as_of: Moment, except: Ticked })),
});

/** As many rows as were confirmed: a change that would meet more changes nothing. */
export const ConfirmedCount = z
  .int(invalid('errors.fields.whole_number', { name: 'count' }))
  .check(z.minimum(1, invalid('errors.server.select_something')));

/** A list that can be asked for page by page, its table for a spreadsheet, and what selects many of its rows. */
export function pagedList<
  Row extends z.ZodMiniType,
  const Sorts extends readonly [string, ...string[]],
  const Filters extends Record<string, z.ZodMiniType>,
>(row: Row, sorts: Sorts, filters: Filters) {
  const { cursor, until, limit, count, ...order } = pageFields(sorts);
  return {
    list: { input: z.object({ ...order, cursor, until, limit, count, ...filters }), reply: listOrPage(row) },
    csv: { input: z.object({ ...order, ...filters }), reply: 'bytes' as const },
    selection: selectionOf(filters),
  };
}
