import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '../../portal/endpoint.ts';
import { PROGRAM_VERSION } from '../program-version.ts';
import { COMPRESSED } from './compression.ts';
import { describeApi } from './openapi.ts';

/** Serves the description of the calls, which is made at the start: making it would hold every call for a moment. */
export function mountApiReference(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  publicUrl: string | null,
): void {
  const text = describeOnce(endpoints, publicUrl);
  app.get('/api/openapi.json', COMPRESSED, async (_request, reply) =>
    reply.header('content-type', 'application/json; charset=utf-8').send(text),
  );
}

let last: { endpoints: readonly Endpoint[]; publicUrl: string | null; text: Buffer } | null = null;

/** Returns the text of the last call if it is still the same: one process may open several servers. */
function describeOnce(endpoints: readonly Endpoint[], publicUrl: string | null): Buffer {
  if (last?.endpoints === endpoints && last.publicUrl === publicUrl) return last.text;
  const text = Buffer.from(JSON.stringify(describeApi(endpoints, { version: PROGRAM_VERSION, publicUrl })));
  last = { endpoints, publicUrl, text };
  return text;
}
