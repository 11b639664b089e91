import type { FastifyInstance } from 'fastify';
import { listenProblem } from '../preflight.ts';

/**
 * Connections that may wait to be accepted. The default of Node, 511, is less than what opens at once after a restart:
 * what is more is dropped, and its browser tries again after one, three and seven seconds. The system may allow less
 * (`net.core.somaxconn`).
 */
const BACKLOG = 4096;

/** The addresses are printed by the caller; the same as log lines would only hide them. */
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
