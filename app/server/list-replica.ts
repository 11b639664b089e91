import { copyRole, type ServerAccess } from '../../server/database/access.ts';
import { openReplica, type Replica } from '../../server/database/replica.ts';
import type { Deps } from '../../server/http/call.ts';

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
