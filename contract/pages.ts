import * as z from 'zod/mini';
import { Id, chosen } from './fields.ts';
import { invalid } from './texts.ts';

/** Maximum number of rows of one page. */
const MAX_ROWS = 500;

const NO_LIMIT = invalid('errors.fields.limit_range', { name: 'limit', most: MAX_ROWS });

const Limit = z.pipe(
  z.transform((value: unknown) => Number(value)),
  z.int(NO_LIMIT).check(z.minimum(1, NO_LIMIT), z.maximum(MAX_ROWS, NO_LIMIT)),
);

/** An address may contain two of them; the longest contains a name of 255 characters. */
export const Cursor = z.string('cursor is not valid.').check(z.maxLength(3000, 'cursor is not valid.'));

const TOO_LONG = invalid('errors.server.search_most_200_characters');

export const SearchText = z.string(TOO_LONG).check(z.maxLength(200, TOO_LONG));

const COUNT_KINDS = ['10000', 'exact'] as const;
export type Count = (typeof COUNT_KINDS)[number];

/**
 * Query fields for reading a list page by page; without any of them the whole list is sent. A cursor comes from a page
 * in the same order: `cursor` is where the page begins, `until` where it ends when a page is read again.
 */
/* @__NO_SIDE_EFFECTS__ */
const pageFields = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) => ({
  q: chosen(SearchText),
  sort: chosen(z.enum(sorts, invalid('errors.fields.one_of', { name: 'sort', choices: sorts.join(', ') }))),
  order: chosen(z.enum(['asc', 'desc'], invalid('errors.fields.asc_or_desc'))),
  cursor: chosen(Cursor),
  until: chosen(Cursor),
  limit: chosen(Limit),
  /** How far rows are counted: all of them, or up to 10000; without it, of a search only those on the page. */
  count: chosen(
    z.enum(COUNT_KINDS, invalid('errors.fields.one_of', { name: 'count', choices: COUNT_KINDS.join(', ') })),
  ),
});

/** Numbers of rows; sent with the first page only. */
export const Totals = z.object({
  /** Number of rows of the whole list; counted up to 10000, or as far as `count` asks for, as all of these numbers. */
  all: z.int(),
  /** Number of rows that match the filters and the search; with a search, counted as far as `count` asks for. */
  matching: z.int(),
  /** False: there are more than `matching`. */
  is_exact: z.boolean(),
  /** How many rows of the whole list have each value: `counts.status.PENDING`. */
  counts: z.record(z.string(), z.record(z.string(), z.int())),
  /** The numbers of which there are more than was counted: `all`, or values such as `status.PENDING`. */
  capped: z.array(z.string()),
  /**
   * The moment the numbers apply to, in microseconds: defines what "all of them" means when all matching rows are
   * changed.
   */
  as_of: z.string(),
});
export type Totals = z.output<typeof Totals>;

/** The whole list, or the requested page. */
/* @__NO_SIDE_EFFECTS__ */
const listOrPage = <Row extends z.ZodMiniType>(row: Row) =>
  z.union([
    z.array(row),
    z.object({
      rows: z.array(row).check(z.maxLength(MAX_ROWS)),
      /** Null: there are no more rows. */
      next_cursor: z.nullable(z.string()),
      /** Differs after every change to the list; also the ETag of the page. */
      version: z.string(),
      totals: z.nullable(Totals),
    }),
  ]);

/** Totals of an append-only log: the number of matching entries, counted up to 10000. */
export const LogTotals = z.object({
  matching: z.int(),
  /** False: there are more than `matching`. */
  is_exact: z.boolean(),
});
export type LogTotals = z.output<typeof LogTotals>;

/** A page of rows; the `ReplyOf` of a list is this or the whole list. */
export interface Page<Row> {
  rows: Row[];
  next_cursor: string | null;
  version: string;
  totals: Totals | null;
}

/** Maximum number of rows ticked one by one; for more, a filter is used. */
const MAX_TICKED = 5000;

/** Largest number of rows one change takes: each of them is locked until all are changed. */
export const MAX_SELECTED = 10_000;

const NO_MOMENT = 'as_of is not valid.';
const Moment = z.iso.datetime({ precision: 6, error: NO_MOMENT }).check(z.regex(/^20/, NO_MOMENT));

const Ticked = z._default(
  z
    .array(Id, 'ids is not valid.')
    .check(z.maxLength(MAX_TICKED, invalid('errors.fields.most_ids', { most: MAX_TICKED }))),
  [],
);

/**
 * The rows selected for a bulk change: the ticked ones, plus all that match a filter and have not changed since
 * `as_of`, when the list was read, minus the exceptions.
 */
/* @__NO_SIDE_EFFECTS__ */
export const selectionOf = <const Filters extends Record<string, z.ZodMiniType>>(filters: Filters) => ({
  ids: Ticked,
  all: z.optional(z.object({ q: chosen(SearchText), ...filters, as_of: Moment, except: Ticked })),
});

/** The number of rows the user has confirmed: a bulk change that would affect more rows changes nothing. */
export const ConfirmedCount = z
  .int(invalid('errors.fields.whole_number', { name: 'count' }))
  .check(z.minimum(1, invalid('errors.server.select_something')));

/** The schemas of a list that is read page by page, of its CSV export, and of a selection of its rows. */
/* @__NO_SIDE_EFFECTS__ */
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
