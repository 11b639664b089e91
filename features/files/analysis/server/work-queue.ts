import { sql, type Transaction } from 'kysely';
import type { Connection, Database } from '../../../../server/database/connect.ts';
import { isAlive, renewWith } from '../../../../server/database/lease.ts';
import type { Schema } from '../../../../server/database/schema.ts';
import type { Waiting } from '../../../../server/threads/thread-pool.ts';

/** The first asks workers to look for work; the second informs a web process that its work is done. */
export const WAITING_CHANNEL = 'portal_ecu_waiting';
export const SETTLED_CHANNEL = 'portal_ecu_settled';

/** An arbitrary number of ours: counting and joining the queue is done by one at a time. */
export const LINE_LOCK = 7_316_009_175;

export interface WorkRequest {
  id: string;
  userId: number;
  name: string;
  request: Buffer;
  askedBy: string;
}

const REQUESTER_IS_ALIVE = isAlive('work.asked_by');

/**
 * Joins the queue; returns false when it is full. Each file of a user has a turn one later than the file before, and
 * never earlier than the turns being served now: a user with a hundred files does not hold up a user with one.
 */
export const addWork = (db: Connection['db'], work: WorkRequest, waiting: Waiting): Promise<boolean> =>
  db.transaction().execute(async (tx: Transaction<Schema>) => {
    await sql`select pg_advisory_xact_lock(${LINE_LOCK})`.execute(tx);
    const { rows } = await sql`
      with line as (select user_id, turn, taken_by from ecu_work work where ${REQUESTER_IS_ALIVE}),
           own as (select count(*) filter (where taken_by is null) as waiting, max(turn) + 1 as next
                     from line where user_id = ${work.userId}),
           everyone as (select count(*) filter (where taken_by is null) as waiting,
                               coalesce(min(turn) filter (where taken_by is null), max(turn), 0) as now from line),
           added as (insert into ecu_work (id, user_id, turn, name, request, asked_by)
                     select ${work.id}::uuid, ${work.userId}, greatest(own.next, everyone.now), ${work.name},
                            ${work.request}, ${work.askedBy}::uuid
                       from own, everyone where own.waiting < ${waiting.each} and everyone.waiting < ${waiting.all}
                     returning id),
           ${renewWith('added', work.askedBy)}
      select id, pg_notify(${WAITING_CHANNEL}, '')::text from added`.execute(tx);
    return rows.length === 1;
  });

export interface TakenWork {
  id: string;
  user_id: number;
  name: string;
  request: Buffer;
  tries: number;
}

interface Taker {
  takenBy: string;
  /** Ids of what this worker is doing. */
  running: readonly string[];
}

/**
 * Takes the next task in the queue, or one whose worker ended in the middle of it, or one whose outcome this worker
 * could not store. What another worker has taken since this statement began is left to it (`seen`): its lease, renewed
 * in the same moment, cannot be seen yet.
 */
export async function takeWork(db: Database, { takenBy, running }: Taker): Promise<TakenWork | null> {
  const { rows } = await sql<TakenWork>`
    with taken as (
      update ecu_work set taken_by = ${takenBy}::uuid, tries = tries + 1
       where id = (select work.id from ecu_work work join ecu_work seen on seen.id = work.id
                    where work.outcome is null and work.id <> all(${running}::uuid[])
                      and (work.taken_by is null or work.taken_by = ${takenBy}::uuid
                           or not ${isAlive('work.taken_by')})
                      and work.taken_by is not distinct from seen.taken_by
                      and ${REQUESTER_IS_ALIVE}
                    order by work.turn, work.asked_at limit 1 for update of work skip locked)
      returning id, user_id, name, request, tries),
    ${renewWith('taken', takenBy)}
    select * from taken`.execute(db);
  return rows[0] ?? null;
}

/** Stores the outcome; does nothing when the work is no longer awaited. */
export const settleWork = (db: Database, { id, takenBy, outcome }: { id: string; takenBy: string; outcome: Buffer }) =>
  sql`with settled as (update ecu_work set outcome = ${outcome} where id = ${id}::uuid and taken_by = ${takenBy}::uuid
                       returning id)
      select pg_notify(${SETTLED_CHANNEL}, id::text)::text from settled`.execute(db);

/** Returns work to the queue, where another worker takes it. */
export const releaseWork = (db: Database, { id, takenBy }: { id: string; takenBy: string }) =>
  sql`with released as (update ecu_work set taken_by = null, tries = tries - 1
                         where id = ${id}::uuid and taken_by = ${takenBy}::uuid returning id)
      select pg_notify(${WAITING_CHANNEL}, '')::text from released`.execute(db);

/** Returns the outcome and removes it from the table. */
export async function fetchOutcome(db: Database, id: string): Promise<Buffer | null> {
  const removed = await db
    .deleteFrom('ecu_work')
    .where('id', '=', id)
    .where('outcome', 'is not', null)
    .returning('outcome')
    .executeTakeFirst();
  return removed?.outcome ?? null;
}

/** Splits these into open and settled tasks; an id in neither list is gone. */
export async function listUnsettled(
  db: Database,
  ids: readonly string[],
): Promise<{ open: string[]; settled: string[] }> {
  const rows = await db
    .selectFrom('ecu_work')
    .select(['id', sql<boolean>`outcome is not null`.as('isSettled')])
    .where('id', 'in', [...ids])
    .execute();
  const of = (isSettled: boolean) => rows.filter((row) => row.isSettled === isSettled).map(({ id }) => id);
  return { open: of(false), settled: of(true) };
}

export const withdrawWork = (db: Database, id: string) => db.deleteFrom('ecu_work').where('id', '=', id).execute();

/** Removes the work of web processes that have ended. */
export const removeOrphanedWork = (db: Database) =>
  sql`delete from ecu_work work where not ${REQUESTER_IS_ALIVE}`.execute(db);
