import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';

const require = createRequire(import.meta.url);
/** The files of Swagger UI in Fastify's package for it; the distribution of its makers reports each installation. */
const inPackage = (name: string): string => require.resolve(`@fastify/swagger-ui/static/${name}`);
const ownPage = (name: string): string => fileURLToPath(new URL(`../pages/${name}`, import.meta.url));

const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';

/**
 * The viewer is Swagger UI from its package: everything comes from this portal, under the policy of every other page.
 */
const FILES: Readonly<Record<string, { path: string; type: string }>> = {
  '/api/docs': { path: ownPage('api-docs.html'), type: HTML },
  '/api/docs/start.js': { path: ownPage('api-docs.js'), type: SCRIPT },
  '/api/docs/swagger-ui-bundle.js': { path: inPackage('swagger-ui-bundle.js'), type: SCRIPT },
  '/api/docs/swagger-ui.css': {
    path: inPackage('swagger-ui.css'),
    type: 'text/css; charset=utf-8',
  },
};

/** Returns whether an address is the API reference, which has an address like a call but is a page. */
export const isApiDocs = (url: string): boolean => /^\/api\/docs(?:[/?]|$)/.test(url);

/** Serves the API reference, in which `/api/openapi.json` can be read and tried. */
export function mountApiDocs(app: FastifyInstance): void {
  for (const [address, { path, type }] of Object.entries(FILES)) {
    let compressed: Promise<Buffer> | null = null;
    app.get(address, async (request, reply) => {
      compressed ??= readFile(path).then(promisify(gzip));
      return sendCompressed(await compressed, { request, reply: reply.type(type), path });
    });
  }
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  path: string;
}

async function sendCompressed(compressed: Buffer, { request, reply, path }: Exchange): Promise<FastifyReply> {
  reply.header('cache-control', 'public, max-age=3600').header('vary', 'accept-encoding');
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding']))) return reply.send(await readFile(path));
  return reply.header('content-encoding', 'gzip').send(compressed);
}
