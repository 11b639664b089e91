import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readClient } from './client.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Id of the user who is signed in, once it is known; for the logs. */
    actorId: number | null;
    /** Name of the access token with which a program called; for the logs. */
    accessToken: string | null;
    /** Id of the member of the staff who looks at the portal as the user; for the logs. */
    viewerId: number | null;
  }
}

const VERBOSE: readonly string[] = ['debug', 'trace'];

/**
 * Logs one line for every request: method, pattern of the route, status, time, client and actor. Never a query or a
 * header, because they contain tokens. Polls that found nothing new, thousands in a second, are logged only for those
 * who look for faults.
 */
export function logRequests(app: FastifyInstance): void {
  app.decorateRequest('actorId', null);
  app.decorateRequest('accessToken', null);
  app.decorateRequest('viewerId', null);
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.statusCode !== 304) request.log.info(toLogLine(request, reply), 'request');
    else if (VERBOSE.includes(request.log.level)) request.log.debug(toLogLine(request, reply), 'request');
    done();
  });
}

const toLogLine = (request: FastifyRequest, reply: FastifyReply) => ({
  method: request.method,
  route: routeOf(request),
  status: reply.statusCode,
  ms: Math.round(reply.elapsedTime * 10) / 10,
  client: readClient(request).address,
  actor: request.actorId,
  ...(request.accessToken !== null && { accessToken: request.accessToken }),
  ...(request.viewerId !== null && { viewer: request.viewerId }),
});

const MAX_PATH_LENGTH = 100;

/** Returns the pattern of the route; the beginning of the path if there is none, or only one for all files. */
export function routeOf(request: FastifyRequest): string {
  const pattern = request.routeOptions.url;
  if (pattern !== undefined && !pattern.includes('*')) return pattern;
  return (request.url.split(/[?#;]/)[0] ?? '').slice(0, MAX_PATH_LENGTH);
}
