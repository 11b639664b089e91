import { sql, type Expression, type RawBuilder } from 'kysely';
import type { PageOrder } from './list-order.ts';

type Branches = readonly Expression<unknown>[];

/** The ids of several narrow lists, as one table. */
export const unionOf = (branches: Branches): RawBuilder<unknown> =>
  sql`(${sql.join(
    branches.map((branch) => sql`(${branch})`),
    sql` union all `,
  )})`;

/**
 * The ids of a page in the order of the customers' names: customer after customer, of each no more rows than the page
 * has. `branches` are of the rows of `users.id`, in the order of their ids; `table` is what they are rows of.
 */
export const idsByUsername = (table: string, branches: Branches, order: PageOrder): RawBuilder<number> =>
  sql<number>`
    select ${sql.ref(`${table}.id`)} from users
     cross join lateral (
       select ${sql.ref(`${table}.id`)} from ${unionOf(branches)} ${sql.id(table)}
        order by ${order.byId} limit ${order.limit + 1}) ${sql.id(table)}
     where ${order.groups} order by ${order.by} limit ${order.limit + 1}`;
