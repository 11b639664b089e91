import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '../../portal/endpoint.ts';
import { PROGRAM_VERSION } from '../program-version.ts';
import { COMPRESSED } from './compression.ts';
import { describeApi } from './openapi.ts';

/** Serves the description of the calls, which is made on first request and stays the same until the program ends. */
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
