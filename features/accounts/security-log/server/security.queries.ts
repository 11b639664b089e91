import { sql } from 'kysely';
import { PLANNED_EACH_TIME, type Database } from '../../../../server/database/connect.ts';
import type { PageOrder } from '../../../../server/database/list-order.ts';
import { toContainsPattern, toPrefixPattern } from '../../../../server/database/patterns.ts';
import type { InputOf } from '../../../../contract/endpoint.ts';
import type * as contract from '../security.calls.ts';

type Filter = InputOf<typeof contract.listSecurityEvents>;

const selectJoined = (db: Database) =>
  db
    .selectFrom('security_events as entries')
    .leftJoin('users as actors', 'actors.id', 'entries.actor_id')
    .leftJoin('users as accounts', 'accounts.id', 'entries.account_id');

/** With more people than this, the search is not selective, and names are matched while reading the entries instead. */
const MAX_PEOPLE = 1000;

/**
 * Finds the matching users first, through the index of their names: PostgreSQL then knows how few entries are theirs.
 */
export async function findPeople(db: Database, who: string | undefined): Promise<readonly number[] | null> {
  if (who === undefined) return null;
  const part = toContainsPattern(who);
  const people = await db
    .selectFrom('users')
    .select('id')
    .where((eb) => eb.or([eb('username', 'ilike', part), eb('email', 'ilike', part)]))
    .modifyFront(sql.raw(PLANNED_EACH_TIME))
    .limit(MAX_PEOPLE + 1)
    .execute();
  return people.length > MAX_PEOPLE ? null : people.map(({ id }) => id);
}

const ofPeople = (people: readonly number[], part: string) => sql<boolean>`
  (entries.account ilike ${part} or entries.actor_id = any(${people}::bigint[])
   or entries.account_id = any(${people}::bigint[]))`;

interface SecurityQuery {
  filter: Filter;
  /** Ids of the users that match `who`; null: too many, or no filter. */
  people: readonly number[] | null;
  /** Limits the list to events about this account. */
  account?: number;
}

const selectMatching = (
  db: Database,
  { filter: { event, who, address, from, until }, people, account }: SecurityQuery,
) =>
  selectJoined(db)
    .modifyFront(sql.raw(PLANNED_EACH_TIME))
    .$if(account !== undefined, (query) => query.where('entries.account_id', '=', account as number))
    .$if(event !== undefined, (query) => query.where('entries.event', '=', event as string))
    .$if(people !== null, (query) => query.where(ofPeople(people ?? [], toContainsPattern(who as string))))
    .$if(who !== undefined && people === null, (query) =>
      query.where((eb) =>
        eb.or(
          (['entries.account', 'actors.username', 'actors.email', 'accounts.username', 'accounts.email'] as const).map(
            (column) => eb(column, 'ilike', toContainsPattern(who as string)),
          ),
        ),
      ),
    )
    .$if(address !== undefined, (query) => query.where('entries.address', 'ilike', toPrefixPattern(address as string)))
    // An entry with several occurrences is included in every period that may contain one of them.
    .$if(from !== undefined, (query) => query.where('entries.last_at', '>=', from as string))
    .$if(until !== undefined, (query) => query.where('entries.first_at', '<', until as string));

const person = (table: 'actors' | 'accounts') =>
  sql<{ id: number | null; username: string; email: string } | null>`
    case when ${sql.ref(`${table}.id`)} is not null then json_build_object(
      'id', case when ${sql.ref(`${table}.deleted_at`)} is null then ${sql.ref(`${table}.id`)} end, 'username', ${sql.ref(`${table}.username`)}, 'email', ${sql.ref(`${table}.email`)}
    ) end`;

export const selectSecurityEvents = (db: Database, query: SecurityQuery, order: PageOrder) =>
  selectMatching(db, query)
    .select(['entries.id', 'entries.event', 'entries.reason', 'entries.account as entered', 'entries.address'])
    .select(['entries.call', 'entries.detail', 'entries.scope', 'entries.times', 'entries.first_at', 'entries.last_at'])
    .select([person('actors').as('actor'), person('accounts').as('account')])
    .select(order.place.as('place'))
    .where(order.within)
    .orderBy(order.by)
    .limit(order.limit + 1);

export const selectMatchingEvents = (db: Database, query: SecurityQuery) =>
  selectMatching(db, query).select('entries.id');
