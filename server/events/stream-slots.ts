import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { runWithCaller } from '../database/callers.ts';
import { isAlive, Lease, renewWith } from '../database/lease.ts';
import type { Deps } from '../http/call.ts';

/** Streams (open tabs) per user; the oldest one gives way, and its tab goes back to polling. */
const STREAMS_PER_USER = 12;
/** Two streams that begin at once may try for the same slot. */
const MAX_TRIES = 8;

/** The payload is the id of the stream that gave way. */
export const DISPLACED_CHANNEL = 'portal_streams';

/** Limits the connections for this: many browsers may leave at once. */
const LEAVING = { name: 'event streams', connections: 2 };

/** The open streams of each user, across all processes. */
export class StreamSlots {
  readonly #deps: Pick<Deps, 'db' | 'log'>;
  readonly #lease: Lease;
  #isClosing = false;

  constructor(deps: Pick<Deps, 'db' | 'log'>) {
    this.#deps = deps;
    this.#lease = new Lease(deps.db, (error) => this.#warn(error));
  }

  /** Returns the id of a stream that may be opened; when the user has too many, the oldest is asked to give way. */
  async take(userId: number): Promise<string> {
    await this.#lease.begin();
    const stream = randomUUID();
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      if (await this.#tryToTake(userId, stream)) return stream;
    }
    throw new Error(`no place for a stream of user ${userId}: others are quicker`);
  }

  /** Takes the first free slot, or else that of the oldest stream. */
  async #tryToTake(userId: number, stream: string): Promise<boolean> {
    const { rows } = await sql`
      with places as (
        select place.number, slot.stream, slot.opened_at, coalesce(${isAlive('slot.holder')}, false) as is_taken
          from generate_series(1, ${STREAMS_PER_USER}::integer) place (number)
          left join event_slots slot on slot.user_id = ${userId} and slot.number = place.number),
      chosen as (select * from places order by is_taken, opened_at nulls first, number limit 1),
      taken as (
        insert into event_slots as slot (user_id, number, stream, holder, opened_at)
        select ${userId}, number, ${stream}::uuid, ${this.#lease.holder}::uuid, clock_timestamp() from chosen
        on conflict (user_id, number) do update
          set stream = excluded.stream, holder = excluded.holder, opened_at = excluded.opened_at
          where slot.stream = (select stream from chosen)
        returning number),
      ${renewWith('taken', this.#lease.holder)}
      select number, case when is_taken then pg_notify(${DISPLACED_CHANNEL}, chosen.stream::text)::text end
        from taken join chosen using (number)`.execute(this.#deps.db);
    return rows.length === 1;
  }

  /** If the database does not respond, the slot becomes free when this process ends. */
  async leave(stream: string): Promise<void> {
    if (this.#isClosing) return;
    await runWithCaller(LEAVING, () =>
      this.#deps.db.deleteFrom('event_slots').where('stream', '=', stream).execute(),
    ).catch((error: unknown) => this.#warn(error));
  }

  /** Gives up the slots of all streams of this process. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#deps.db
      .deleteFrom('event_slots')
      .where('holder', '=', this.#lease.holder)
      .execute()
      .catch((error: unknown) => this.#warn(error));
    await this.#lease.end();
  }

  #warn(error: unknown): void {
    this.#deps.log.warn({ err: error }, 'open streams could not be noted');
  }
}

/** Deletes the slots of killed processes. */
export const removeOldStreams = (db: Deps['db']) =>
  sql`delete from event_slots slot where not ${isAlive('slot.holder')}`.execute(db);
