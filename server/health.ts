import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { findOpenAlarm } from '../portal/credits/server/credits.ts';
import { listNotices } from '../portal/operator/server/notices.ts';
import type { Deps } from './http/call.ts';
import { BYTES_OF_MB } from './storage/disk-space.ts';

/**
 * 200 when the database answers and the ledger adds up, 503 otherwise; for the operator's monitoring. What else is wrong
 * leaves the portal in service and is named in `notices`. Anybody may read it: kinds, counts and times, and no names.
 */
export async function reportHealth(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  reply.header('cache-control', 'no-store');
  try {
    await sql`select 1`.execute(deps.db);
    const [alarm, open, room] = await Promise.all([
      findOpenAlarm(deps.db),
      listNotices(deps),
      deps.storage.space.measure(),
    ]);
    const disk = { status: room.isLow ? 'low' : 'ok', free_mb: Math.floor(room.freeBytes / BYTES_OF_MB) };
    const notices = open.map(({ kind }) => kind);
    const status = alarm !== null ? 'ledger' : notices.length > 0 ? 'notices' : 'ok';
    return await reply
      .status(alarm === null ? 200 : 503)
      .send({ status, database: 'ok', ledger: alarm === null ? 'ok' : 'stopped', notices, disk });
  } catch (error) {
    request.log.error({ err: error }, 'the database does not answer');
    return reply.status(503).send({ status: 'database', database: 'down', ledger: 'unknown' });
  }
}
