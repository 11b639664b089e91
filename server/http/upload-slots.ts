import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Deps } from './call.ts';

/** How long the uploads of a killed process still count; others are renewed. */
const LEASE = sql`interval '1 minute'`;
const RENEWAL_MS = 20_000;
/** Number of attempts, because two uploads that begin at once may try for the same slot. */
const MAX_TRIES = 8;

type SlotDeps = Pick<Deps, 'db' | 'log'>;

/** Limits the uploads each user has under way, in all processes together, because they hold sockets and open files. */
export class UploadSlots {
  readonly #deps: SlotDeps;
  readonly #most: number;
  readonly #held = new Set<string>();
  #renewal: NodeJS.Timeout | undefined;

  /** 0: without a limit. */
  constructor(deps: SlotDeps, most: number) {
    this.#deps = deps;
    this.#most = most;
  }

  /** Returns the function that leaves the slot again; null when the user has as many as are allowed. */
  async take(userId: number): Promise<(() => Promise<void>) | null> {
    if (this.#most === 0) return async () => undefined;
    const holder = randomUUID();
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      if (await this.#tryToTake(userId, holder)) return () => this.#leave(holder);
      if ((await this.#countTaken(userId)) >= this.#most) return null;
    }
    return null;
  }

  /** Takes the first free number; false when there is none, or when another upload took it at the same time. */
  async #tryToTake(userId: number, holder: string): Promise<boolean> {
    const { rows } = await sql`
      insert into upload_slots as slot (user_id, number, holder, ends_at)
      select ${userId}::bigint, free.number, ${holder}::uuid, now() + ${LEASE}
        from (select number from generate_series(1, ${this.#most}::integer) number
               where not exists (select from upload_slots taken where taken.user_id = ${userId}
                                    and taken.number = number.number and taken.ends_at > now())
               order by number limit 1) free
      on conflict (user_id, number) do update set holder = excluded.holder, ends_at = excluded.ends_at
        where slot.ends_at <= now()
      returning number`.execute(this.#deps.db);
    if (rows.length === 0) return false;
    this.#held.add(holder);
    this.#renewal ??= setInterval(() => void this.#renew(), RENEWAL_MS).unref();
    return true;
  }

  async #countTaken(userId: number): Promise<number> {
    const { taken } = await this.#deps.db
      .selectFrom('upload_slots')
      .select((eb) => eb.fn.countAll<number>().as('taken'))
      .where('user_id', '=', userId)
      .where('ends_at', '>', sql<string>`now()`)
      .executeTakeFirstOrThrow();
    return taken;
  }

  async #renew(): Promise<void> {
    await sql`update upload_slots set ends_at = now() + ${LEASE} where holder = any(${[...this.#held]}::uuid[])`
      .execute(this.#deps.db)
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'uploads under way could not be noted'));
  }

  /** Frees the slot; if the database does not respond, it becomes free when its lease ends. */
  async #leave(holder: string): Promise<void> {
    this.#held.delete(holder);
    if (this.#held.size === 0) {
      clearInterval(this.#renewal);
      this.#renewal = undefined;
    }
    await this.#deps.db
      .deleteFrom('upload_slots')
      .where('holder', '=', holder)
      .execute()
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'the end of an upload could not be noted'));
  }
}

/** Removes the slots of processes that were killed. */
export const removeOldSlots = (db: SlotDeps['db']) =>
  db
    .deleteFrom('upload_slots')
    .where('ends_at', '<=', sql<string>`now()`)
    .execute();
