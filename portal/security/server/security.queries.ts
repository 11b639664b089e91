import { sql } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import { containing, startingWith } from '../../../server/database/patterns.ts';
import type { InputOf } from '../../endpoint.ts';
import type * as contract from '../security.contract.ts';

type Filter = InputOf<typeof contract.listSecurityEvents>;

const joined = (db: Database) =>
  db
    .selectFrom('security_events as entries')
    .leftJoin('users as actors', 'actors.id', 'entries.actor_id')
    .leftJoin('users as accounts', 'accounts.id', 'entries.account_id');

const matching = (db: Database, { event, who, address, from, until }: Filter) =>
  joined(db)
    .$if(event !== undefined, (query) => query.where('entries.event', '=', event as string))
    .$if(who !== undefined, (query) =>
      query.where((eb) =>
        eb.or(
          (['entries.account', 'actors.username', 'actors.email', 'accounts.username', 'accounts.email'] as const).map(
            (column) => eb(column, 'ilike', containing(who as string)),
          ),
        ),
      ),
    )
    .$if(address !== undefined, (query) => query.where('entries.address', 'ilike', startingWith(address as string)))
    // An entry of several times is in every period that one of them may be in.
    .$if(from !== undefined, (query) => query.where('entries.last_at', '>=', from as string))
    .$if(until !== undefined, (query) => query.where('entries.first_at', '<', until as string));

const person = (table: 'actors' | 'accounts') =>
  sql<{ id: number; username: string; email: string } | null>`
    case when ${sql.ref(`${table}.id`)} is not null then json_build_object(
      'id', ${sql.ref(`${table}.id`)}, 'username', ${sql.ref(`${table}.username`)}, 'email', ${sql.ref(`${table}.email`)}
    ) end`;

export const selectSecurityEvents = (db: Database, filter: Filter, limit: number) =>
  matching(db, filter)
    .select(['entries.id', 'entries.event', 'entries.reason', 'entries.account as entered', 'entries.address'])
    .select(['entries.call', 'entries.detail', 'entries.scope', 'entries.times', 'entries.first_at', 'entries.last_at'])
    .select([person('actors').as('actor'), person('accounts').as('account')])
    .orderBy('entries.last_at', 'desc')
    .orderBy('entries.id', 'desc')
    .limit(limit)
    .offset(filter.offset);

export const countSecurityEvents = (db: Database, filter: Filter) =>
  matching(db, filter).select((eb) => eb.fn.countAll<number>().as('total_rows'));
