import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '../../portal/endpoint.ts';
import { PROGRAM_VERSION } from '../program-version.ts';
import { COMPRESSED } from './compression.ts';
import { describeApi } from './openapi.ts';

/** The description of the calls; it is the same until the program ends, and made when it is first asked for. */
export function mountApiReference(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  publicUrl: string | null,
): void {
  let text: string | null = null;
  app.get('/api/openapi.json', COMPRESSED, async (_request, reply) => {
    text ??= JSON.stringify(describeApi(endpoints, { version: PROGRAM_VERSION, publicUrl }));
    return reply.header('content-type', 'application/json; charset=utf-8').send(text);
  });
}
