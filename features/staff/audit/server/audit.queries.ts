import { sql } from 'kysely';
import type { Database } from '../../../../server/database/connect.ts';
import { selectRowsOfPage } from '../../../../server/database/list-page.ts';
import type { PageOrder } from '../../../../server/database/list-order.ts';
import { toContainsPattern } from '../../../../server/database/patterns.ts';
import type { Actor } from '../../../../server/http/call.ts';
import type { InputOf } from '../../../../contract/endpoint.ts';
import type * as contract from '../audit.calls.ts';

type Filter = InputOf<typeof contract.listChanges>;

const selectMatching = (db: Database, { person, kind, about, from, until }: Filter) =>
  db
    .selectFrom('changes')
    .$if(person !== undefined, (query) => query.where('changes.user_id', '=', person as number))
    .$if(kind !== undefined, (query) => query.where('changes.kind', '=', kind as string))
    .$if(about !== undefined, (query) =>
      query.where('changes.subject_name', 'ilike', toContainsPattern(about as string)),
    )
    .$if(from !== undefined, (query) => query.where('changes.created_at', '>=', from as string))
    .$if(until !== undefined, (query) => query.where('changes.created_at', '<', until as string));

const isGone = sql<boolean>`
  case changes.subject
    when 'USER' then not exists (select from users u where u.id = changes.subject_id and u.deleted_at is null)
    when 'FILE' then not exists (select from files f where f.id = changes.subject_id and f.deleted_at is null)
    when 'SOLUTION' then not exists (select from solutions s where s.id = changes.subject_id)
    else false
  end`;

export const selectChanges = (db: Database, filter: Filter, order: PageOrder) =>
  selectRowsOfPage(
    selectMatching(db, filter)
      .leftJoin('users', 'users.id', 'changes.user_id')
      .select(['changes.id', 'users.username', 'changes.kind', 'changes.subject', 'changes.subject_id'])
      .select(['changes.subject_name', 'changes.field', 'changes.old_value', 'changes.new_value', 'changes.created_at'])
      .select(sql<number | null>`case when users.deleted_at is null then users.id end`.as('open_user_id'))
      .select(isGone.as('is_gone'))
      .select('changes.origin'),
    order,
  );

export const selectMatchingChanges = (db: Database, filter: Filter) => selectMatching(db, filter).select('changes.id');

/** Jumps from one user to the next in the index of the changes: reading every row would eventually take seconds. */
export const selectChangers = sql<{ id: number; username: string }>`
  with recursive changers (id) as (
    select min(user_id) from changes
    union all
    select (select min(c.user_id) from changes c where c.user_id > changers.id) from changers where changers.id is not null
  )
  select users.id, users.username from users join changers on changers.id = users.id order by users.username`;

interface Deletions {
  changer: Pick<Actor, 'id' | 'requestId'>;
  kind: contract.ChangeSubject;
  gone: readonly { id: number; name: string; from: string }[];
}

/** Passes arrays, so that even thousands of rows need only three parameters. */
export const insertDeletions = ({ changer, kind, gone }: Deletions) => sql`
  insert into changes (user_id, kind, subject, subject_id, subject_name, old_value, request_id)
  select ${changer.id}, 'DELETED', ${kind}, id, name, old_value, ${changer.requestId}
    from unnest(${gone.map(({ id }) => id)}::bigint[], ${gone.map(({ name }) => name)}::text[],
                ${gone.map(({ from }) => from)}::text[]) as gone (id, name, old_value)
   order by id`;
