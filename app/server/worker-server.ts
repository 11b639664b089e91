import type { FastifyInstance } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { replyToError } from '../../server/http/replies.ts';
import { type AppOptions, openServer } from './app.ts';
import { computePortalHeaders } from './portal-headers.ts';
import { type Readiness, mountHealth } from './health.ts';
import { type Config, TIMEOUT_DRAIN_SECONDS } from '../../server/config.ts';
import type { Background } from './background.ts';

/** A worker serves no calls of the portal: only what monitoring requests. */
export async function buildWorkerServer({
  deps,
  logger,
  readiness,
  metrics = null,
}: Pick<AppOptions, 'deps' | 'logger' | 'readiness' | 'metrics'>): Promise<FastifyInstance> {
  const { ofCalls } = await computePortalHeaders(deps.config);
  const app = openServer(deps.config, ofCalls, logger);
  app.addHook('onRequest', async (_request, reply) => void reply.headers(ofCalls));
  app.setErrorHandler(replyToError);
  const full = { ...deps, log: app.log };
  mountHealth(app, full, readiness);
  if (metrics !== null) (await import('./publish-metrics.ts')).publishMetrics(app, full, metrics);
  return app;
}

interface Serving {
  config: Pick<Config, 'stopDelaySeconds'>;
  drainSeconds?: number;
  readiness: Readiness;
  background: Background | null;
}

/**
 * Ends what a process does for others without cutting off what can still be done: first it reports that it is not
 * ready, and goes on serving until proxies have noticed; then it accepts nothing new, and lets calls under way end.
 */
export async function stopServing(
  app: FastifyInstance,
  { config, readiness, background, drainSeconds = TIMEOUT_DRAIN_SECONDS }: Serving,
): Promise<void> {
  readiness.isStopping = true;
  // The listening server keeps the process alive.
  await sleep(config.stopDelaySeconds * 1000, null, { ref: false });
  await background?.end();
  const cutOff = setTimeout(() => app.server.closeAllConnections(), drainSeconds * 1000);
  await app.close();
  clearTimeout(cutOff);
  await background?.close();
}
