import type { FastifyInstance } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { TIMEOUT_DRAIN_SECONDS, type Config } from '../../server/config.ts';
import type { Background } from './background.ts';
import type { Readiness } from './health.ts';

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
