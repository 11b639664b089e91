import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { runWithCaller } from './callers.ts';
import type { Database } from './connect.ts';

const RENEWAL_MS = 5000;
/** How long what a killed process held still counts. */
const LEASE = sql`interval '20 seconds'`;

/** Caller of the renewals, so that they do not count for the call that happens to begin them. */
const RENEWING = { name: 'leases', connections: 1 };

/** Condition for a statement: the process whose id is in this column is alive. */
export const isAlive = (holder: string) =>
  sql<boolean>`exists (select from process_leases lease where lease.holder = ${sql.ref(holder)} and lease.ends_at > now())`;

/**
 * Part of a statement that takes something, named `taken`: renews the lease of the holder with it. The database may have
 * lost the lease, as when a standby becomes the primary; what is taken would then seem to be nobody's until the next
 * renewal.
 */
export const renewWith = (taken: string, holder: string) =>
  sql`renewed as (insert into process_leases (holder, ends_at)
                  select ${holder}::uuid, now() + ${LEASE} from ${sql.table(taken)}
                  on conflict (holder) do update set ends_at = excluded.ends_at)`;

/** Shows in the database that a process is alive, so that others count what it holds. */
export class Lease {
  readonly holder = randomUUID();
  readonly #db: Database;
  readonly #onError: (error: unknown) => void;
  #begun: Promise<void> | null = null;
  #renewal: NodeJS.Timeout | undefined;

  constructor(db: Database, onError: (error: unknown) => void) {
    this.#db = db;
    this.#onError = onError;
  }

  /** Begins the lease, once; called before anything is held for the first time. */
  begin(): Promise<void> {
    this.#begun ??= this.#renew().then(
      () => {
        this.#renewal ??= setInterval(() => void this.#renew().catch(this.#onError), RENEWAL_MS).unref();
      },
      (error: unknown) => {
        this.#begun = null;
        throw error;
      },
    );
    return this.#begun;
  }

  /** Ends the lease: whatever this process still holds is free from then on. */
  async end(): Promise<void> {
    clearInterval(this.#renewal);
    if (this.#begun === null) return;
    await this.#db.deleteFrom('process_leases').where('holder', '=', this.holder).execute().catch(this.#onError);
  }

  /** Also inserts the row again if the database has lost it. */
  async #renew(): Promise<void> {
    await runWithCaller(RENEWING, () =>
      sql`insert into process_leases (holder, ends_at) values (${this.holder}::uuid, now() + ${LEASE})
          on conflict (holder) do update set ends_at = excluded.ends_at`.execute(this.#db),
    );
  }
}

/** Removes the leases of processes that were killed. */
export const removeOldLeases = (db: Database) =>
  db
    .deleteFrom('process_leases')
    .where('ends_at', '<=', sql<string>`now()`)
    .execute();
