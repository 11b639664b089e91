import type { FastifyInstance } from 'fastify';
import { replyToError } from '../../server/http/replies.ts';
import { openServer, type AppOptions } from './app.ts';
import { computePortalHeaders } from './portal-headers.ts';
import { mountHealth } from './health.ts';

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
