import { sql, type Expression, type RawBuilder } from 'kysely';
import type { PageOrder } from './list-order.ts';

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
