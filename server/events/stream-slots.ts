import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { runFor } from '../database/callers.ts';
import { isAlive, Lease } from '../database/lease.ts';
import type { Deps } from '../http/call.ts';

/** Tabs of one user; the oldest one gives way, and goes on asking as if there were no streams. */
const STREAMS_PER_USER = 12;
/** Two that begin at once may try for the same place. */
const MOST_TRIES = 8;

/** The message is the id of the stream that gave way. */
export const GAVE_WAY_CHANNEL = 'portal_streams';

/** Many browsers may leave at once. */
const LEAVING = { name: 'event streams', connections: 2 };

/** The open streams of each user, in all processes together. */
export class StreamSlots {
  readonly #deps: Pick<Deps, 'db' | 'log'>;
  readonly #lease: Lease;
  #isClosing = false;

  constructor(deps: Pick<Deps, 'db' | 'log'>) {
    this.#deps = deps;
    this.#lease = new Lease(deps.db, (error) => this.#warn(error));
  }

  /** The id of a stream that may be opened; where the user has too many, the oldest is asked to give way. */
  async take(userId: number): Promise<string> {
    await this.#lease.begin();
    const stream = randomUUID();
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      if (await this.#tryToTake(userId, stream)) return stream;
    }
    throw new Error(`no place for a stream of user ${userId}: others are quicker`);
  }

  /** The first place that is free, else that of the oldest stream. */
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
        returning number)
      select number, case when is_taken then pg_notify(${GAVE_WAY_CHANNEL}, chosen.stream::text)::text end
        from taken join chosen using (number)`.execute(this.#deps.db);
    return rows.length === 1;
  }

  /** Where the database does not respond, the place is free when this process has ended. */
  async leave(stream: string): Promise<void> {
    if (this.#isClosing) return;
    await runFor(LEAVING, () => this.#deps.db.deleteFrom('event_slots').where('stream', '=', stream).execute()).catch(
      (error: unknown) => this.#warn(error),
    );
  }

  /** All streams of this process end. */
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

/** Of processes that were killed. */
export const removeOldStreams = (db: Deps['db']) =>
  sql`delete from event_slots slot where not ${isAlive('slot.holder')}`.execute(db);
