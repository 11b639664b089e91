import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { findOpenAlarm } from '../portal/credits/server/credits.ts';
import type { Deps } from './http/call.ts';

/** 200 when the database answers and the ledger adds up, 503 otherwise; for the operator's monitoring. */
export async function reportHealth({ db }: Deps, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  reply.header('cache-control', 'no-store');
  try {
    await sql`select 1`.execute(db);
    const alarm = await findOpenAlarm(db);
    return await reply
      .status(alarm === null ? 200 : 503)
      .send({ status: alarm === null ? 'ok' : 'ledger', database: 'ok', ledger: alarm === null ? 'ok' : 'stopped' });
  } catch (error) {
    request.log.error({ err: error }, 'the database does not answer');
    return reply.status(503).send({ status: 'database', database: 'down', ledger: 'unknown' });
  }
}
