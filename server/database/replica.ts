import { setTimeout as sleep } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import { connect } from './connect.ts';
import type { Schema } from './schema.ts';
import { copyRole, type ServerAccess } from './access.ts';
import type { Deps } from '../http/call.ts';

/** How often a replica is checked when it is behind, with this pause; replicas are behind by milliseconds. */
const MAX_LOOKS = 3;
const PAUSE_MS = 10;
/** How long a replica that does not respond is left alone. */
const REST_MS = 10_000;

export interface Replica {
  /** Returns the replica if it has everything that was committed before this call, otherwise the database itself. */
  choose(): Promise<Kysely<Schema>>;
  close(): Promise<void>;
}

interface Options {
  url: string;
  statementTimeoutMs: number;
  onError: (error: unknown) => void;
}

/** Opens a replica of the database for reading lists, used only while that makes no difference to what is read. */
export function openReplica(primary: Kysely<Schema>, { url, statementTimeoutMs, onError }: Options): Replica {
  const connection = connect(url, 20, { statementTimeoutMs });
  let restsUntil = 0;
  return {
    async choose() {
      if (performance.now() < restsUntil) return primary;
      const place = await readPlace(primary);
      try {
        for (let looks = 0; looks < MAX_LOOKS; looks += 1) {
          if (looks > 0) await sleep(PAUSE_MS);
          if (await hasReached(connection.db, place)) return connection.db;
        }
      } catch (error) {
        restsUntil = performance.now() + REST_MS;
        onError(error);
      }
      return primary;
    },
    close: () => connection.close(),
  };
}

/** Returns the position up to which the database has written its log; everything committed is before it. */
async function readPlace(primary: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{ place: string }>`select pg_current_wal_lsn()::text as place`.execute(primary);
  return (rows[0] as { place: string }).place;
}

/** Returns false if this is no longer a replica: one that was promoted has changes of its own. */
async function hasReached(db: Kysely<Schema>, place: string): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean | null }>`
    select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${place}::pg_lsn as "isThere"`.execute(db);
  return rows[0]?.isThere === true;
}

/** The same limit as for calls. */
const STATEMENT_TIMEOUT_MS = 30_000;

/**
 * Returns null when there is no replica. If its address names no user, the server's own role is used, which it has as
 * well.
 */
export function openListReplica(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { directUrl }: Pick<ServerAccess, 'directUrl'>,
  log: (line: string) => void,
): Replica | null {
  if (config.databaseReadUrl === null) return null;
  return openReplica(db, {
    url: copyRole(directUrl, config.databaseReadUrl),
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    onError: (error) => log(`DATABASE_READ_URL does not respond; lists are read from DATABASE_URL: ${String(error)}`),
  });
}
