import type { Database } from '../database/connect.ts';
import { Refusal } from '../../contract/refusal.ts';
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

const WRITES = ['insertInto', 'updateTable', 'deleteFrom'] as const;

/** Returns the database for one call: each of its transactions begins with `require`, and nothing is written outside. */
function requireInTransactions(
  db: Db,
  { require, isLong }: { require: (tx: Database) => Promise<void>; isLong: () => boolean },
): Db {
  const transaction: Db['transaction'] = () => {
    const builder = db.transaction();
    const execute: typeof builder.execute = (work) =>
      builder.execute(async (tx) => {
        if (isLong()) await require(tx);
        return work(tx);
      });
    return withMethods(builder, { execute });
  };
  const writes = Object.fromEntries(
    WRITES.map((name) => {
      const inside = (...given: unknown[]): unknown => {
        if (isLong()) throw new Error(`${name}: a call that takes its time writes in a transaction only`);
        return Reflect.apply(db[name], db, given);
      };
      return [name, inside];
    }),
  ) as Pick<Db, (typeof WRITES)[number]>;
  return withMethods(db, { transaction, ...writes });
}

/** Returns the object with some of its methods replaced. */
export const withMethods = <Target extends object>(target: Target, methods: Partial<Target>): Target =>
  new Proxy(target, {
    get(from, name) {
      if (Object.hasOwn(methods, name)) return methods[name as keyof Target];
      const value: unknown = Reflect.get(from, name, from);
      return typeof value === 'function' ? (value.bind(from) as unknown) : value;
    },
  });

export interface GuardedCall {
  deps: Deps;
  /** Removes what the call has stored, because it failed with this error. */
  discard: (error: unknown) => Promise<void>;
}

interface Guard {
  holdSession: HoldSession;
  /** Keys of the bytes that came with the call; null for a call without a form, whose body has arrived at once. */
  received: readonly string[] | null;
}

/**
 * Guards a call that takes its time: its form had to arrive, it stores bytes, or it has a file read in a thread. Its
 * sender may be logged out, locked, deleted or erased meanwhile. Then nothing more is written, the reply is a 403, and
 * all bytes that the call has stored are discarded.
 */
export async function guardCall(
  deps: Deps,
  actor: Actor | null,
  { holdSession, received }: Guard,
): Promise<GuardedCall> {
  const keys = new Set(received);
  const { storage, ecu } = deps;
  const discard = (error: unknown) => discardAfter(error, keys, deps);
  if (actor === null) return { deps, discard };
  let isLong = received !== null;
  if (isLong) {
    try {
      await requireSession(holdSession, deps.db, actor);
    } catch (error) {
      await discard(error);
      throw error;
    }
  }
  const receive: typeof storage.receive = async (source, key) => {
    isLong = true;
    const stored = await storage.receive(source, key);
    keys.add(stored.key);
    return stored;
  };
  const run: typeof ecu.run = (...work) => {
    isLong = true;
    return ecu.run(...work);
  };
  const require = (tx: Database) => requireSession(holdSession, tx, actor);
  const db = requireInTransactions(deps.db, { require, isLong: () => isLong });
  return { deps: { ...deps, db, storage: withMethods(storage, { receive }), ecu: withMethods(ecu, { run }) }, discard };
}

/** A handler that refuses has written nothing. After a fault a row may exist, and then its bytes have to exist too. */
async function discardAfter(error: unknown, keys: Iterable<string>, { storage }: Pick<Deps, 'storage'>): Promise<void> {
  const isNo = error instanceof Refusal || error instanceof HttpProblem;
  for (const key of keys) await (isNo ? storage.discard(key) : storage.discardUnkept(key));
}
