import type { FastifyInstance } from 'fastify';
import { clearNotice, raiseNotice } from '../../portal/operator/server/notices.ts';
import type { Deps } from '../../server/http/call.ts';
import { readClient } from '../../server/http/client.ts';

/**
 * Detects a proxy in front that TRUSTED_PROXIES does not name: limits and logs then cannot distinguish visitors by
 * their addresses. The notice of an earlier start is cleared; the next request raises it again if that is still the
 * case.
 */
export async function noticeUnknownProxy(app: FastifyInstance, { db, log }: Pick<Deps, 'db' | 'log'>): Promise<void> {
  await clearNotice(db, 'proxy.unknown');
  let isNoticed = false;
  app.addHook('onRequest', (request, _reply, done) => {
    done();
    const { address, isShared } = readClient(request);
    if (isNoticed || !isShared) return;
    isNoticed = true;
    log.warn(
      { address },
      `Requests come through a proxy at ${address} that TRUSTED_PROXIES does not name, so visitors cannot be known by ` +
        `their addresses, and limits for each address do not hold. If it is yours, set TRUSTED_PROXIES=${address} and start again.`,
    );
    raiseNotice(db, { kind: 'proxy.unknown', details: { address } }).catch((error: unknown) => {
      isNoticed = false;
      log.error({ err: error }, 'the notice of a proxy could not be raised');
    });
  });
}
