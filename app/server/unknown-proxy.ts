import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { clearNotice, raiseNotice } from '../../features/shop/notices/server/notices.ts';
import type { Deps } from '../../server/http/call.ts';
import { readClient } from '../../server/http/client.ts';

const HOUR_MS = 3_600_000;
/** Calls are noted this often, not each of them. */
const NOTE_EVERY_MS = HOUR_MS;
/** Anyone in the operator's network can send one call with a forged header; a proxy is there the next day as well. */
const FORGET_AFTER_MS = 24 * HOUR_MS;

/**
 * Detects a proxy in front that TRUSTED_PROXIES does not name: limits and logs then cannot distinguish visitors by
 * their addresses. The notice of an earlier start is cleared; the next request raises it again if that is still the
 * case. `settled` resolves when no notice is being written any more.
 */
export async function noticeUnknownProxy(
  app: FastifyInstance,
  { db, log, clock }: Pick<Deps, 'db' | 'log' | 'clock'>,
): Promise<{ settled(): Promise<void> }> {
  await clearNotice(db, 'proxy.unknown');
  let raising: Promise<void> | undefined;
  let isLogged = false;
  let noteAgainAt = 0;
  app.addHook('onRequest', (request, _reply, done) => {
    done();
    const now = clock.now();
    if (now.getTime() < noteAgainAt) return;
    const { address, isShared } = readClient(request);
    if (!isShared) return;
    noteAgainAt = now.getTime() + NOTE_EVERY_MS;
    if (!isLogged) {
      isLogged = true;
      log.warn(
        { address },
        `Requests come through a proxy at ${address} that TRUSTED_PROXIES does not name, so visitors cannot be known by ` +
          `their addresses, and limits for each address do not hold. If it is yours, set TRUSTED_PROXIES=${address} and start again.`,
      );
    }
    const details = { address, seen_at: now.toISOString() };
    raising = raiseNotice(db, { kind: 'proxy.unknown', details }).catch((error: unknown) => {
      noteAgainAt = 0;
      log.error({ err: error }, 'the notice of a proxy could not be raised');
    });
  });
  return { settled: async () => raising };
}

/** Clears the notice of a proxy that has not been seen for a day; the next call through it raises it again. */
export const forgetUnseenProxy = ({ db, clock }: Pick<Deps, 'db' | 'clock'>) =>
  db
    .deleteFrom('operator_notices')
    .where('kind', '=', 'proxy.unknown')
    .where(sql<string>`details ->> 'seen_at'`, '<', new Date(clock.now().getTime() - FORGET_AFTER_MS).toISOString())
    .execute();
