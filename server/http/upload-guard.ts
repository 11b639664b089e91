import type { Transaction } from 'kysely';
import type { Database } from '../database/connect.ts';
import type { Schema } from '../database/schema.ts';
import { Refusal } from '../../portal/refusal.ts';
import type { Actor, Deps } from './call.ts';
import { HttpProblem, sessionEnded } from './replies.ts';

/**
 * Returns whether the session and its user are still valid. In a transaction they stay so until its end: a call that ends
 * the session, or locks, deletes or erases the user, waits for it.
 */
export type HoldSession = (db: Database, actor: Actor) => Promise<boolean>;

type Db = Deps['db'];

async function requireSession(holdSession: HoldSession, db: Database, actor: Actor): Promise<void> {
  if (!(await holdSession(db, actor))) throw sessionEnded();
}

/** Returns the database for one call: each of its transactions begins by requiring that the session is still valid. */
function requireSessionInTransactions(db: Db, require: (tx: Transaction<Schema>) => Promise<void>): Db {
  const transaction: Db['transaction'] = () => {
    const builder = db.transaction();
    const execute: typeof builder.execute = (work) =>
      builder.execute(async (tx) => {
        await require(tx);
        return work(tx);
      });
    return withMethods(builder, { execute });
  };
  return withMethods(db, { transaction });
}

/** Returns the object with some of its methods replaced. */
const withMethods = <Target extends object>(target: Target, methods: Partial<Target>): Target =>
  new Proxy(target, {
    get(from, name) {
      if (Object.hasOwn(methods, name)) return methods[name as keyof Target];
      const value: unknown = Reflect.get(from, name, from);
      return typeof value === 'function' ? (value.bind(from) as unknown) : value;
    },
  });

export interface GuardedUpload {
  deps: Deps;
  /** Removes what the call has stored, because it failed with this error. */
  discard: (error: unknown) => Promise<void>;
}

/**
 * Guards a call whose body took its time to arrive: its sender may have been logged out, locked, deleted or erased
 * meanwhile. Then nothing is written, the reply is a 403, and all bytes that came with the call are discarded.
 */
export async function guardUpload(
  deps: Deps,
  actor: Actor | null,
  { holdSession, received }: { holdSession: HoldSession; received: readonly string[] },
): Promise<GuardedUpload> {
  const keys = new Set(received);
  const { storage } = deps;
  const discard = (error: unknown) => discardAfter(error, keys, deps);
  if (actor === null) return { deps, discard };
  try {
    await requireSession(holdSession, deps.db, actor);
  } catch (error) {
    await discard(error);
    throw error;
  }
  const receive: typeof storage.receive = async (source, key) => {
    const stored = await storage.receive(source, key);
    keys.add(stored.key);
    return stored;
  };
  const db = requireSessionInTransactions(deps.db, (tx) => requireSession(holdSession, tx, actor));
  return { deps: { ...deps, db, storage: withMethods(storage, { receive }) }, discard };
}

/** A handler that refuses has written nothing. After a fault a row may exist, and then its bytes have to exist too. */
export async function discardAfter(
  error: unknown,
  keys: Iterable<string>,
  { storage }: Pick<Deps, 'storage'>,
): Promise<void> {
  const isNo = error instanceof Refusal || error instanceof HttpProblem;
  for (const key of keys) await (isNo ? storage.discard(key) : storage.discardUnkept(key));
}
