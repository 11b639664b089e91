import { type Expression, type RawBuilder, sql } from 'kysely';
import { BadInput } from '../../contract/refusal.ts';

/** What a list is sorted by. Every row needs a value; rows without one get the first or the last one here. */
export interface SortValue {
  value: RawBuilder<unknown>;
  type: 'text' | 'number' | 'moment';
  /** The same id in the table of the value, if that is another table with an index over both. */
  id?: RawBuilder<number>;
}

export interface Sorting<Sort extends string> {
  /** Id of the rows, which breaks ties, in the direction of the order. */
  id: RawBuilder<number>;
  sorts: Record<Sort, SortValue>;
  /** The order when no sorting is requested. */
  first: { sort: Sort; order: Direction };
}

type Direction = 'asc' | 'desc';

export interface PageRequest<Sort extends string = string> {
  sort?: Sort | undefined;
  order?: Direction | undefined;
  /** Only rows after this place. */
  cursor?: string | undefined;
  /** Only rows up to and including this place. */
  until?: string | undefined;
  limit?: number | undefined;
}

/** The parts of a query for one page. `place` is selected with each row. */
export interface PageOrder {
  by: RawBuilder<unknown>;
  within: RawBuilder<boolean>;
  /** `within` in two parts, for a list that is read group by group, each with equal values. */
  groups: RawBuilder<boolean>;
  withinGroup: RawBuilder<boolean>;
  byId: RawBuilder<unknown>;
  place: RawBuilder<string>;
  limit: number;
  toCursor: (row: { id: number; place: string }) => string;
}

const USUAL_LIMIT = 100;
const MAX_ID = Number.MAX_SAFE_INTEGER;

/**
 * Builds the parts of a page's query. A place is a value and an id rather than a row number, so rows that come or go
 * before it move nothing.
 */
export function orderPage<Sort extends string>(sorting: Sorting<Sort>, request: PageRequest<Sort>): PageOrder {
  const sort = request.sort ?? sorting.first.sort;
  const order = request.order ?? (request.sort === undefined ? sorting.first.order : 'asc');
  const { value, type, id = sorting.id } = sorting.sorts[sort];
  const [direction, behind, upTo] = order === 'asc' ? (['asc', '>', '<='] as const) : (['desc', '<', '>='] as const);
  const compared = (text: string | undefined, operator: string): RawBuilder<boolean> => {
    if (text === undefined) return sql<boolean>`true`;
    const place = readCursor(text, { sort, order, type });
    return sql<boolean>`(${value}, ${id}) ${sql.raw(operator)} (${valueAt(place, type)}, ${place.id}::bigint)`;
  };
  const compareGroup = (text: string | undefined, operator: '<=' | '>=') =>
    text === undefined
      ? sql<boolean>`true`
      : sql<boolean>`${value} ${sql.raw(operator)} ${valueAt(readCursor(text, { sort, order, type }), type)}`;
  const idIn = (text: string | undefined, operator: string, elsewhere: number) => {
    if (text === undefined) return sql<boolean>`true`;
    const place = readCursor(text, { sort, order, type });
    const bound = sql`case when ${value} = ${valueAt(place, type)} then ${place.id} else ${elsewhere} end`;
    return sql<boolean>`${id} ${sql.raw(operator)} (${bound})::bigint`;
  };
  const [first, last] = order === 'asc' ? [0, MAX_ID] : [MAX_ID, 0];
  return {
    groups: sql<boolean>`${compareGroup(request.cursor, order === 'asc' ? '>=' : '<=')} and ${compareGroup(request.until, upTo)}`,
    withinGroup: sql<boolean>`${idIn(request.cursor, behind, first)} and ${idIn(request.until, upTo, last)}`,
    byId: sql`${id} ${sql.raw(direction)}`,
    by: sql`${value} ${sql.raw(direction)}, ${id} ${sql.raw(direction)}`,
    within: sql<boolean>`${compared(request.cursor, behind)} and ${compared(request.until, upTo)}`,
    place: type === 'moment' ? sql<string>`(extract(epoch from ${value}) * 1000000)::bigint::text` : asText(value),
    limit: request.limit ?? USUAL_LIMIT,
    toCursor: (row) => Buffer.from(JSON.stringify([sort, order, row.place, row.id])).toString('base64url'),
  };
}

const asText = (value: RawBuilder<unknown>) => sql<string>`(${value})::text`;

interface Place {
  value: string;
  id: number;
}

/** Times are compared to the microsecond, as PostgreSQL stores them. */
function valueAt({ value }: Place, type: SortValue['type']): RawBuilder<unknown> {
  if (type === 'moment') return sql`timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond'`;
  return type === 'number' ? sql`${value}::bigint` : sql`${value}::text`;
}

interface Expected {
  sort: string;
  order: Direction;
  type: SortValue['type'];
}

const wrongCursor = () => new BadInput('errors.http.bad_input', 'errors.http.cursor', 'cursor');

function readCursor(text: string, { sort, order, type }: Expected): Place {
  const parts = parseCursor(text);
  if (!Array.isArray(parts) || parts.length !== 4) throw wrongCursor();
  const [itsSort, itsOrder, value, id] = parts as unknown[];
  if (itsSort !== sort || itsOrder !== order || typeof value !== 'string') throw wrongCursor();
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) throw wrongCursor();
  if (type !== 'text' && !/^-?\d{1,18}$/.test(value)) throw wrongCursor();
  if (value.includes('\0')) throw wrongCursor();
  return { value, id };
}

function parseCursor(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    throw wrongCursor();
  }
}

type Branches = readonly Expression<unknown>[];

/** Combines the ids of several narrow lists into one table. */
export const unionOf = (branches: Branches): RawBuilder<unknown> =>
  sql`(${sql.join(
    branches.map((branch) => sql`(${branch})`),
    sql` union all `,
  )})`;

/**
 * Selects the ids of a page in the order of the customers' names: customer by customer, with no more rows of each than
 * the page has. `branches` select the rows of `users.id`, in the order of their ids; `table` is the table of these
 * rows.
 */
export const selectIdsByUsername = (table: string, branches: Branches, order: PageOrder): RawBuilder<number> =>
  sql<number>`
    select ${sql.ref(`${table}.id`)} from users
     cross join lateral (
       select ${sql.ref(`${table}.id`)} from ${unionOf(branches)} ${sql.id(table)}
        order by ${order.byId} limit ${order.limit + 1}) ${sql.id(table)}
     where ${order.groups} order by ${order.by} limit ${order.limit + 1}`;
