import type { FastifyInstance } from 'fastify';
import { replyToError } from '../../server/http/replies.ts';
import { openServer, type AppOptions } from './app.ts';
import { mountHealth } from './health.ts';

/** A worker serves no calls of the portal: only what monitoring asks. */
export async function buildWorkerServer({
  deps,
  logger,
  readiness,
}: Pick<AppOptions, 'deps' | 'logger' | 'readiness'>): Promise<FastifyInstance> {
  const app = openServer(deps.config, logger);
  app.setErrorHandler(replyToError);
  mountHealth(app, { ...deps, log: app.log }, readiness);
  return app;
}
