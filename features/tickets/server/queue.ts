import { sql } from 'kysely';
import { MAX_LIST_ROWS } from '../../../contract/endpoint.ts';
import { hasCapability } from '../../../server/database/active-users.ts';
import type { Actor, Deps } from '../../../server/http/call.ts';
import { notFound } from '../../../server/http/replies.ts';
import { recordChange } from '../../staff/audit/server/audit.ts';
import { vehicleText } from '../../files/files.rules.ts';
import { QUEUE_LISTED, type QueueEntry, type QueuePlace, type SavedReply } from '../queue.calls.ts';
import type { Database } from '../../../server/database/connect.ts';
import { waitsForStaff as fileWaits } from '../../files/server/file-rows.ts';
import { waitsForStaff as ticketWaits } from './ticket-work.ts';

/** Returns the next file that the actor can work on and no colleague does; without an actor, the next of all. */
export async function nextInQueue(
  { db }: Pick<Deps, 'db'>,
  actor: Pick<Actor, 'id'> | null,
  after?: number,
): Promise<QueuePlace> {
  const { rows } = await selectNextInQueue(db, { userId: actor?.id ?? null, after: after ?? null });
  const [place] = rows;
  if (!place) throw new Error('the queue was not counted');
  return place;
}

export async function listQueue({ db }: Deps, actor: Actor): Promise<QueueEntry[]> {
  const { rows } = await selectQueue(db, actor.id);
  return rows.map(({ brand, ecu, generation, ...entry }) => ({
    ...entry,
    vehicle: vehicleText({ brand, ecu, generation }),
  }));
}

export const listSavedReplies = ({ db }: Deps): Promise<SavedReply[]> =>
  selectSavedReplies(db).limit(MAX_LIST_ROWS).execute();

export const saveReply = (
  { db }: Deps,
  actor: Actor,
  { title, message }: { title: string; message: string },
): Promise<SavedReply> => insertSavedReply(db, { title, message, user_id: actor.id }).executeTakeFirstOrThrow();

/** Deletes a reply for all administrators; its text stays in the audit list. */
export async function deleteSavedReply({ db }: Deps, actor: Actor, id: number): Promise<{ message: string }> {
  await db.transaction().execute(async (tx) => {
    const gone = await deleteReply(tx, id).executeTakeFirst();
    if (!gone) throw notFound();
    const subject = { kind: 'SAVED_REPLY', id, name: gone.title } as const;
    await recordChange(tx, actor, { kind: 'DELETED', subject, from: gone.message, to: null });
  });
  return { message: 'Reply deleted.' };
}

/** What the user can do for a file that waits, as the dashboard shows it; an access token reads what its owner reads. */
const listReasons = (userId: number) => sql`array(
  select reason.why from users, lateral (values
      ('FILE', ${hasCapability('files.price')}),
      ('REVISION', ${hasCapability('files.attach-modified')}),
      ('MESSAGE', ${hasCapability('tickets.answer')})) reason (why, is_theirs)
   where users.id = ${userId}::bigint and ${hasCapability('files.read-all')} and reason.is_theirs)`;

/** A finished file stays assigned to somebody who has left, and waits again after a message or a requested change. */
const hasLeft = sql`(
  select not (${hasCapability('files.process')} and users.status = 'ACTIVE' and users.deleted_at is null)
    from users where users.id = unanswered.assignee_id)`;

const isFor = (userId: number) => sql`why = any(${listReasons(userId)})
  and (assignee_id is null or assignee_id = ${userId}::bigint or ${hasLeft})`;

/**
 * What waits for staff, as in their lists: without a price, with a requested change, or with a customer's message last. If
 * several apply, its customer has waited since the earliest. What `userId` cannot do or a colleague works on is left out.
 */
const waitingFor = (userId: number | null) => sql`
    unanswered as (
      select files.id as file_id, coalesce(files.revision_since, files.created_at) as since,
             case when files.revision_since is null then 'FILE' else 'REVISION' end as why, files.assignee_id
        from files
       where files.deleted_at is null and ${fileWaits}
      union all
      select tickets.file_id, coalesce(tickets.awaits_reply_since, tickets.opening_date), 'MESSAGE', tickets.assignee_id
        from tickets
       where tickets.deleted_at is null and ${ticketWaits}
    ),
    waiting as (
      select distinct on (file_id) file_id, since, why from unanswered
       where ${userId === null ? sql`true` : isFor(userId)}
       order by file_id, since
    )`;

/**
 * Selects the next file that waits for staff. Files behind `after` come first, then those before it. What a colleague has
 * open comes last, so that two who continue at once do not meet.
 */
const selectNextInQueue = (db: Database, { userId, after }: { userId: number | null; after: number | null }) =>
  sql<QueuePlace>`
    with ${waitingFor(userId)},
    busy as (
      select p.file_id from presences p join sessions s on s.id = p.session_id
       where p.ends_at > now() and p.user_id is distinct from ${userId}::bigint
    ),
    here as (select since, file_id from waiting where file_id = ${after}::bigint),
    next as (
      select w.file_id, w.since, w.why
        from waiting w
       where w.file_id is distinct from ${after}::bigint
       order by w.file_id in (select file_id from busy), coalesce((w.since, w.file_id) < (select since, file_id from here), false), w.since, w.file_id
       limit 1
    )
    select next.file_id, next.since, next.why, counted.waiting
      from (select count(*) as waiting from waiting) counted
      left join next on true`.execute(db);

/** Selects what waits for staff, the longest wait first, with what identifies each. */
const selectQueue = (db: Database, userId: number) =>
  sql<Omit<QueueEntry, 'vehicle'> & Parameters<typeof vehicleText>[0]>`
    with ${waitingFor(userId)}
    select w.file_id, w.since, w.why, f.file_id as number, f.brand, f.ecu, f.generation, u.username
      from waiting w join files f on f.id = w.file_id join users u on u.id = f.user_id
     order by w.since, w.file_id
     limit ${QUEUE_LISTED}`.execute(db);

const selectSavedReplies = (db: Database) =>
  db
    .selectFrom('saved_replies')
    .select(['id', 'title', 'message'])
    .where('deleted_at', 'is', null)
    .orderBy('title')
    .orderBy('id');

const insertSavedReply = (db: Database, reply: { title: string; message: string; user_id: number }) =>
  db.insertInto('saved_replies').values(reply).returning(['id', 'title', 'message']);

const deleteReply = (db: Database, id: number) =>
  db
    .updateTable('saved_replies')
    .set({ deleted_at: sql`now()` })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(['title', 'message']);
