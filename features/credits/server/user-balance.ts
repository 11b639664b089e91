import { sql, type RawBuilder } from 'kysely';
import type { Unit } from '../credits.calls.ts';

/** In a query over `users`: the balance in credits, as its own column. */
export const selectUserBalance = (unit: Unit): RawBuilder<number> =>
  sql<number>`(select balance_cents / 100.0::float8 from credit_accounts where user_id = users.id and unit = ${sql.lit(unit)})`;

/** In a query over `users`: the versions of both accounts as `main.ai`. */
export const versionsOfUser: RawBuilder<string> = sql<string>`(
  select string_agg(version::text, '.' order by unit desc) from credit_accounts where user_id = users.id)`;
