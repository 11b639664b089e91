import { type Transaction, sql } from 'kysely';
import { type PageOrder, type Sorting, orderPage } from '../../../../server/database/list-order.ts';
import { LOG_PAGE_ROWS, finishLogPage, selectRowsOfPage } from '../../../../server/database/list-page.ts';
import type { Schema } from '../../../../server/database/schema.ts';
import { type Actor, type Deps, getPersonId } from '../../../../server/http/call.ts';
import type { InputOf, ReplyOf } from '../../../../contract/endpoint.ts';
import type * as contract from '../audit.calls.ts';
import type { Database } from '../../../../server/database/connect.ts';
import { toContainsPattern } from '../../../../server/database/patterns.ts';

type Value = string | number | null;

export interface RecordedChange {
  kind: contract.ChangeKind;
  /** `name` is the subject's current name; `id` is omitted for a subject that exists only once. */
  subject: { kind: contract.ChangeSubject; id?: number; name: string };
  field?: string;
  /** Null: there was no value before. */
  from: Value;
  /** Null: there is no value any more. */
  to: Value;
}

/** Who makes a change: a user, a command on the machine, or (null) the portal itself. */
export type Changer = Pick<Actor, 'id' | 'requestId' | 'colleague'> | 'COMMAND_LINE' | null;

/** Kinds that are recorded even when the old and the new value are equal. */
const EVENTS: readonly contract.ChangeKind[] = [
  'CREATED',
  'DELETED',
  'RESTORED',
  'ERASED',
  'EXPORTED',
  'VIEWED',
  'PASSWORD',
  'SECOND_FACTOR',
];

const asText = (value: Value) => (value === null ? null : String(value));

/**
 * Records in the audit list who changed what, from which value to which. Runs in the transaction of the change, so that
 * neither is stored without the other. Unchanged values are skipped, so a form may be passed field by field.
 */
export async function recordChange(
  tx: Transaction<Schema>,
  changer: Changer,
  { kind, subject, field, from, to }: RecordedChange,
): Promise<void> {
  if (!EVENTS.includes(kind) && asText(from) === asText(to)) return;
  const actor = changer === 'COMMAND_LINE' ? null : changer;
  await tx
    .insertInto('changes')
    .values({
      user_id: actor && getPersonId(actor),
      kind,
      subject: subject.kind,
      subject_id: subject.id ?? null,
      subject_name: subject.name,
      field: field ?? null,
      old_value: asText(from),
      new_value: asText(to),
      request_id: actor?.requestId ?? null,
      origin: changer === 'COMMAND_LINE' ? changer : null,
    })
    .execute();
}

/** Records the deletion of many subjects at once. */
export async function recordDeletions(
  tx: Transaction<Schema>,
  changer: Pick<Actor, 'id' | 'requestId'>,
  kind: contract.ChangeSubject,
  gone: readonly { id: number; name: string; from: string }[],
): Promise<void> {
  await insertDeletions({ changer, kind, gone }).execute(tx);
}

const SORTING: Sorting<'newest'> = {
  id: sql<number>`changes.id`,
  sorts: { newest: { value: sql`changes.id`, type: 'number' } },
  first: { sort: 'newest', order: 'desc' },
};

/** Returns a page of the changes that match the filter, newest first. */
export async function listChanges(
  { db }: Pick<Deps, 'db'>,
  filter: InputOf<typeof contract.listChanges>,
): Promise<ReplyOf<typeof contract.listChanges>> {
  const request = { cursor: filter.cursor, limit: LOG_PAGE_ROWS };
  const order = orderPage(SORTING, request);
  const found = await selectChanges(db, filter, order).execute();
  const matching = selectMatchingChanges(db, filter);
  const { rows, ...page } = await finishLogPage(db, found, { order, request, matching });
  const people = filter.cursor === undefined ? (await selectChangers.execute(db)).rows : null;
  return { changes: rows as contract.Change[], ...page, people };
}

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
    when 'SOLUTION' then not exists (select from solutions s where s.id = changes.subject_id and s.deleted_at is null)
    else false
  end`;

const selectChanges = (db: Database, filter: Filter, order: PageOrder) =>
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

const selectMatchingChanges = (db: Database, filter: Filter) => selectMatching(db, filter).select('changes.id');

/** Jumps from one user to the next in the index of the changes: reading every row would eventually take seconds. */
const selectChangers = sql<{ id: number; username: string }>`
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
const insertDeletions = ({ changer, kind, gone }: Deletions) => sql`
  insert into changes (user_id, kind, subject, subject_id, subject_name, old_value, request_id)
  select ${changer.id}, 'DELETED', ${kind}, id, name, old_value, ${changer.requestId}
    from unnest(${gone.map(({ id }) => id)}::bigint[], ${gone.map(({ name }) => name)}::text[],
                ${gone.map(({ from }) => from)}::text[]) as gone (id, name, old_value)
   order by id`;
