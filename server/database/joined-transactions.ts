import { AsyncLocalStorage } from 'node:async_hooks';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Schema } from './schema.ts';

type Work = (tx: Transaction<Schema>) => Promise<unknown>;

/** A database that behaves like the pool, except while `join` runs. */
export interface JoinableDatabase {
  db: Kysely<Schema>;
  /** Runs `work` with everything that it does on `db` in this one transaction; its own transactions are savepoints. */
  join: <Result>(tx: Transaction<Schema>, work: () => Promise<Result>) => Promise<Result>;
}

/** Makes one for a single call. */
export function makeJoinable(pool: Kysely<Schema>): JoinableDatabase {
  let joined: Transaction<Schema> | null = null;
  const inside = new AsyncLocalStorage<true>();
  let last: Promise<unknown> = Promise.resolve();

  /** Savepoints of one transaction have to follow each other, or lie within each other. */
  function nest(work: Work, tx: Transaction<Schema>): Promise<unknown> {
    if (inside.getStore()) return inSavepoint(tx, work);
    const turn = last.then(() => inside.run(true, () => inSavepoint(tx, work)));
    last = turn.catch(() => undefined);
    return turn;
  }

  const db = new Proxy(pool, {
    get(_pool, name) {
      const tx = joined;
      if (tx !== null && name === 'transaction') return () => ({ execute: (work: Work) => nest(work, tx) });
      const from = tx ?? pool;
      const value: unknown = Reflect.get(from, name, from);
      return typeof value === 'function' ? (value.bind(from) as unknown) : value;
    },
  });
  const join: JoinableDatabase['join'] = async (tx, work) => {
    joined = tx;
    try {
      return await work();
    } finally {
      joined = null;
    }
  };
  return { db, join };
}

async function inSavepoint(tx: Transaction<Schema>, work: Work): Promise<unknown> {
  await sql`savepoint joined`.execute(tx);
  try {
    const result = await work(tx);
    await sql`release savepoint joined`.execute(tx);
    return result;
  } catch (error) {
    // Fails when the connection has ended, and then the first error is the one that counts.
    const undo = async () => {
      await sql`rollback to savepoint joined`.execute(tx);
      await sql`release savepoint joined`.execute(tx);
    };
    await undo().catch(() => undefined);
    throw error;
  }
}
