import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { runFor } from './callers.ts';
import type { Database } from './connect.ts';

const RENEWAL_MS = 5000;
/** Of a process that was killed, what it holds counts for so long. */
const LEASE = sql`interval '20 seconds'`;

/** Not on behalf of the call that happens to begin it. */
const RENEWING = { name: 'leases', connections: 1 };

/** Whether a process is there that holds something, for a statement that has its id in this column. */
export const isAlive = (holder: string) =>
  sql<boolean>`exists (select from process_leases lease where lease.holder = ${sql.ref(holder)} and lease.ends_at > now())`;

/** The sign in the database that a process is there, by which others count what it holds. */
export class Lease {
  readonly holder = randomUUID();
  readonly #db: Database;
  readonly #onTrouble: (error: unknown) => void;
  #begun: Promise<void> | null = null;
  #renewal: NodeJS.Timeout | undefined;

  constructor(db: Database, onTrouble: (error: unknown) => void) {
    this.#db = db;
    this.#onTrouble = onTrouble;
  }

  /** Before anything is held for the first time; once. */
  begin(): Promise<void> {
    this.#begun ??= this.#renew().then(
      () => {
        this.#renewal ??= setInterval(() => void this.#renew().catch(this.#onTrouble), RENEWAL_MS).unref();
      },
      (error: unknown) => {
        this.#begun = null;
        throw error;
      },
    );
    return this.#begun;
  }

  /** What this process still holds is free from here on. */
  async end(): Promise<void> {
    clearInterval(this.#renewal);
    if (this.#begun === null) return;
    await this.#db.deleteFrom('process_leases').where('holder', '=', this.holder).execute().catch(this.#onTrouble);
  }

  /** Written again as well where the database has lost it. */
  async #renew(): Promise<void> {
    await runFor(RENEWING, () =>
      sql`insert into process_leases (holder, ends_at) values (${this.holder}::uuid, now() + ${LEASE})
          on conflict (holder) do update set ends_at = excluded.ends_at`.execute(this.#db),
    );
  }
}

/** Of processes that were killed. */
export const removeOldLeases = (db: Database) =>
  db
    .deleteFrom('process_leases')
    .where('ends_at', '<=', sql<string>`now()`)
    .execute();
