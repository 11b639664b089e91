import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { findSession } from '../../features/accounts/server/sessions.ts';
import { can } from '../../contract/capabilities.ts';
import { findOpenAlarm } from '../../features/credits/server/alarms.ts';
import { readCheckState, type WholeCheck } from '../../features/credits/server/check-state.ts';
import { isVerified } from '../../features/credits/server/ledger-seal.ts';
import { listNotices } from '../../features/shop/notices/server/notices.ts';
import type { Deps } from '../../server/http/call.ts';
import { findToken } from '../../server/http/client.ts';
import { isMetricsToken } from '../../server/metrics/serve-metrics.ts';
import { BYTES_OF_MB } from '../../contract/amounts.ts';
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
  app.get('/api/health', (request, reply) => replyHealth(deps, request, reply));
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

interface Health {
  /** 200 when the database responds and no break of the ledger is known, otherwise 503. */
  code: 200 | 503;
  /** Kinds, counts and times, and no names. */
  report: Record<string, unknown>;
}

/** Tells the public only whether the portal serves; the reasons and the numbers are for those who run it. */
async function replyHealth(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const { code, report } = await readHealth(deps, request);
  const isKnown = await mayReadReport(deps, request);
  reply.header('cache-control', 'no-store').status(code);
  return reply.send(isKnown ? report : { status: code === 200 ? 'ok' : 'unavailable' });
}

/** Monitoring has the metrics token; an administrator has a session, of which nothing is known without the database. */
async function mayReadReport(deps: Deps, { headers, log }: FastifyRequest): Promise<boolean> {
  const { authorization } = headers;
  const { metricsToken } = deps.config;
  if (metricsToken !== null && isMetricsToken(authorization, metricsToken)) return true;
  const token = findToken(authorization);
  if (token === null) return false;
  try {
    const session = (await findSession(deps, token))?.session;
    return can(session, 'operator.read-notices') && !session?.needsNewPassword && !session?.needsSecondFactor;
  } catch (error) {
    log.error({ err: error }, 'the session of who asks for the health report cannot be read');
    return false;
  }
}

/** Problems that leave the portal in service are named in `notices`. */
async function readHealth(deps: Deps, { log }: FastifyRequest): Promise<Health> {
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
    return { code: alarm === null ? 200 : 503, report: { status, ...parts } };
  } catch (error) {
    log.error({ err: error }, 'the database does not answer');
    return { code: 503, report: { status: 'database', database: 'down', ledger: 'unknown' } };
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
