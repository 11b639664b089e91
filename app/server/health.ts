import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { findOpenAlarm } from '../../portal/credits/server/alarms.ts';
import { readCheckState, type WholeCheck } from '../../portal/credits/server/check-state.ts';
import { isVerified } from '../../portal/credits/server/ledger-seal.ts';
import { listNotices } from '../../portal/operator/server/notices.ts';
import type { Deps } from '../../server/http/call.ts';
import { BYTES_OF_MB } from '../../server/storage/disk-space.ts';
import { readBackupState } from './scheduled-backups.ts';
import { findLastCheck, type FileCheck } from '../../server/stored-files/check-runs.ts';

/** Whether a proxy may send calls here. */
export interface Readiness {
  isStopping: boolean;
}

export const createReadiness = (): Readiness => ({ isStopping: false });

/**
 * Mounts what monitoring and proxies request: the portal's state, whether this process runs, and whether it takes
 * calls.
 */
export function mountHealth(app: FastifyInstance, deps: Deps, readiness: Readiness = createReadiness()): void {
  app.get('/api/health', (request, reply) => reportHealth(deps, request, reply));
  app.get('/api/health/live', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));
  app.get('/api/health/ready', async (_request, reply) => {
    const status = await describeReadiness(deps, readiness);
    return reply
      .header('cache-control', 'no-store')
      .status(status === 'ready' ? 200 : 503)
      .send({ status });
  });
}

async function describeReadiness({ db }: Deps, readiness: Readiness): Promise<'ready' | 'stopping' | 'database'> {
  if (readiness.isStopping) return 'stopping';
  const isThere = await sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  return isThere ? 'ready' : 'database';
}

/**
 * Responds with 200 when the database responds and no break of the ledger is known, otherwise with 503; for the
 * operator's monitoring. Other problems leave the portal in service and are named in `notices`. It is public: kinds,
 * counts and times, and no names.
 */
async function reportHealth(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  reply.header('cache-control', 'no-store');
  try {
    await sql`select 1`.execute(deps.db);
    const [alarm, open, room, check, { last }, backup] = await Promise.all([
      findOpenAlarm(deps.db),
      listNotices(deps),
      deps.storage.space.measure(),
      findLastCheck(deps.db),
      readCheckState(deps.db),
      readBackupState(deps),
    ]);
    const disk = { status: room.isLow ? 'low' : 'ok', free_mb: Math.floor(room.freeBytes / BYTES_OF_MB) };
    const notices = open.map(({ kind }) => kind);
    const status = alarm !== null ? 'ledger' : notices.length > 0 ? 'notices' : 'ok';
    const ledger = describeLedger(deps, alarm, last);
    const checks = { ledger_check: describeWholeCheck(last), files: describe(check), backup };
    const parts = { database: 'ok', ledger, notices, disk, ...checks };
    return await reply.status(alarm === null ? 200 : 503).send({ status, ...parts });
  } catch (error) {
    request.log.error({ err: error }, 'the database does not answer');
    return reply.status(503).send({ status: 'database', database: 'down', ledger: 'unknown' });
  }
}

/**
 * `unverified`: no break is known, and the check of this start is still under way. A web process makes none: it relies
 * on the last whole check of the workers, if it shares their folder.
 */
function describeLedger(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  alarm: string | null,
  last: WholeCheck | null,
): 'ok' | 'unverified' | 'stopped' {
  if (alarm !== null) return 'stopped';
  const isSound = config.role === 'web' ? last?.findings === 0 : isVerified(db);
  return isSound ? 'ok' : 'unverified';
}

/** Describes the last check of every entry of the ledger. */
function describeWholeCheck(last: WholeCheck | null) {
  if (last === null) return { status: 'unchecked' };
  const { ended_at, entries, findings } = last;
  return { status: findings === 0 ? 'ok' : 'broken', checked_at: ended_at, entries, findings };
}

/** Describes the last check of every stored file. */
function describe(check: FileCheck | undefined) {
  if (check === undefined) return { status: 'unchecked' };
  const { finished_at, checked, missing, damaged } = check;
  return { status: missing + damaged === 0 ? 'ok' : 'damaged', checked_at: finished_at, checked, missing, damaged };
}
