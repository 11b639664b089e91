import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import { sql } from 'kysely';
import { runWithCaller } from '../database/callers.ts';
import type { Database } from '../database/connect.ts';

/** Caller of the counting, which must not take the connections of those who are within their limits. */
const COUNTING = { name: 'rate limits', connections: 4 };

/** Number of callers beyond their limit that are remembered. */
const MAX_REMEMBERED = 10_000;

interface Counted {
  current: number;
  /** Milliseconds until the count begins again. */
  ttl: number;
}

/** What @fastify/rate-limit passes to a store: the options of a route for the store of that route. */
interface Options {
  routeInfo?: { method?: string | string[]; url?: string };
}

class SharedLimits implements FastifyRateLimitStore {
  readonly #db: Database;
  readonly #route: string;
  readonly #spentUntil = new Map<string, number>();

  constructor(db: Database, options: object) {
    const { routeInfo } = options as Options;
    this.#db = db;
    this.#route = `${String(routeInfo?.method)} ${routeInfo?.url}`;
  }

  incr(key: string, callback: (error: Error | null, counted?: Counted) => void, periodMs: number, maxUses: number) {
    const spentMs = (this.#spentUntil.get(key) ?? 0) - performance.now();
    if (spentMs > 0) return callback(null, { current: maxUses + 1, ttl: spentMs });
    runWithCaller(COUNTING, () => count(this.#db, `${this.#route} ${key}`, periodMs)).then((counted) => {
      if (counted.current > maxUses) this.#remember(key, counted.ttl);
      callback(null, counted);
    }, callback);
  }

  child(route: object): SharedLimits {
    return new SharedLimits(this.#db, route);
  }

  #remember(key: string, ttlMs: number): void {
    const [oldest] = this.#spentUntil.keys();
    if (this.#spentUntil.size >= MAX_REMEMBERED && oldest !== undefined) this.#spentUntil.delete(oldest);
    this.#spentUntil.delete(key);
    this.#spentUntil.set(key, performance.now() + ttlMs);
  }
}

/**
 * For @fastify/rate-limit: counts calls in the database, so that a limit holds across all processes of a portal. A
 * caller beyond the limit is remembered here until the period ends: the count can only grow until then, so a flood is
 * refused without the database.
 */
export const createSharedLimitStore = (db: Database): FastifyRateLimitStoreCtor =>
  class extends SharedLimits {
    constructor(options: object) {
      super(db, options);
    }
  };

async function count(db: Database, subject: string, periodMs: number): Promise<Counted> {
  const { rows } = await sql<Counted>`
    insert into rate_limits as known (subject, ends_at, uses)
    values (${subject}, now() + ${periodMs} * interval '1 millisecond', 1)
    on conflict (subject) do update set
      ends_at = case when known.ends_at <= now() then excluded.ends_at else known.ends_at end,
      uses = case when known.ends_at <= now() then 1 else known.uses + 1 end
    returning uses as current, greatest(1, ceil(extract(epoch from ends_at - now()) * 1000))::integer as ttl`.execute(
    db,
  );
  return rows[0] as Counted;
}

/** Removes the counts of periods that are over. */
export const removeOldRateLimits = (db: Database) =>
  db
    .deleteFrom('rate_limits')
    .where('ends_at', '<=', sql<string>`now()`)
    .execute();
