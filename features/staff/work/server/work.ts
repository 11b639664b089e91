import { sql } from 'kysely';
import type { Actor, Deps } from '../../../../server/http/call.ts';
import { notFound } from '../../../../server/http/replies.ts';
import { overdueSince } from './overdue.ts';
import type { Work } from '../work.calls.ts';
import type { Database } from '../../../../server/database/connect.ts';
import { listRolesWith } from '../../../../contract/capabilities.ts';
import { MAX_PRESENCES, MAX_STAFF, PRESENCE_LEASE_SECONDS } from '../work-filter.ts';

/** Lists the users to whom files can be assigned. */
export const listStaff = ({ db }: Pick<Deps, 'db'>) => selectStaff(db).execute();

export async function getWork(deps: Deps): Promise<Work> {
  const [staff, open] = await Promise.all([listStaff(deps), selectPresences(deps.db).execute()]);
  const since = overdueSince(deps);
  const text = (moment: Date | null) => moment?.toISOString() ?? null;
  const overdue_since = {
    PENDING: text(since.PENDING),
    IN_PROGRESS: text(since.IN_PROGRESS),
    PROCESSED: text(since.PROCESSED),
    TICKET: text(since.TICKET),
  };
  return { staff, open, overdue_since };
}

export async function notePresence({ db }: Deps, actor: Actor, fileId: number): Promise<{ message: string }> {
  const { rows } = await upsertPresence(actor, fileId).execute(db);
  if (rows.length === 0) throw notFound();
  return { message: 'Noted.' };
}

export async function endPresence({ db }: Deps, actor: Actor, fileId: number): Promise<{ message: string }> {
  const { rows } = await deletePresence(actor, fileId).execute(db);
  if (rows.length === 0) throw notFound();
  return { message: 'Noted.' };
}

/** Selects the users who work on files. */
const selectStaff = (db: Database) =>
  db
    .selectFrom('users')
    .select(['users.id', 'users.username'])
    .where('users.role', 'in', listRolesWith('files.process'))
    .where('users.status', '=', 'ACTIVE')
    .where('users.deleted_at', 'is', null)
    .orderBy('users.username')
    .limit(MAX_STAFF);

/** Selects the open files of sessions that have not ended. */
const selectPresences = (db: Database) =>
  db
    .selectFrom('presences')
    .innerJoin('sessions', 'sessions.id', 'presences.session_id')
    .select(['presences.file_id', 'presences.user_id'])
    .distinct()
    .where('presences.ends_at', '>', sql<string>`now()`)
    .orderBy('presences.file_id')
    .limit(MAX_PRESENCES);

/**
 * Records or renews a presence, if the file exists. Expired presences are deleted along with it, so that the table is
 * only as long as what is open.
 */
const upsertPresence = (actor: Pick<Actor, 'id' | 'sessionId'>, fileId: number) => sql<{ id: number }>`
  with ended as (delete from presences where ends_at <= now() and (session_id, file_id) <> (${actor.sessionId}, ${fileId}))
  insert into presences (session_id, file_id, user_id, ends_at)
  select ${actor.sessionId}, id, ${actor.id}::bigint, now() + make_interval(secs => ${PRESENCE_LEASE_SECONDS})
    from files where id = ${fileId}::bigint and deleted_at is null
  on conflict (session_id, file_id) do update set ends_at = excluded.ends_at
  returning file_id as id`;

const deletePresence = ({ sessionId }: Pick<Actor, 'sessionId'>, fileId: number) => sql<{ id: number }>`
  with ended as (delete from presences where session_id = ${sessionId} and file_id = ${fileId}::bigint)
  select id from files where id = ${fileId}::bigint and deleted_at is null`;
