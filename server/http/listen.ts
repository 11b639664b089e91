import type { FastifyInstance } from 'fastify';
import { listenProblem } from '../preflight.ts';

/**
 * Number of connections that may wait to be accepted. Node's default, 511, is less than what opens at once after a
 * restart: connections beyond it are dropped, and their browsers try again after one, three and seven seconds. The
 * system may allow less (`net.core.somaxconn`).
 */
const BACKLOG = 4096;

/** Listens without Fastify's log lines about the addresses, which would only hide those that the caller prints. */
export async function listenQuietly(
  app: FastifyInstance,
  { port, host }: { port: number; host: string },
): Promise<void> {
  const level = app.log.level;
  app.log.level = 'warn';
  await app.listen({ port, host, backlog: BACKLOG }).catch((error: NodeJS.ErrnoException) => {
    throw listenProblem(error, { port, host });
  });
  app.log.level = level;
}
