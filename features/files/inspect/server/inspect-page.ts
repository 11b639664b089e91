import type { FastifyInstance } from 'fastify';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Serves the page that reads a dump in the browser (features/files/inspect/web); its own policy forbids all connections, even to
 * this server.
 */
export async function serveInspectPage(app: FastifyInstance, builtApp: string | null): Promise<void> {
  const path = builtApp === null ? null : join(builtApp, 'inspect.html');
  if (path === null || !existsSync(path)) return;
  const html = await readFile(path, 'utf8');
  const [, policy] = /<meta http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html) ?? [];
  if (policy === undefined) throw new Error('inspect.html has no policy');
  app.get('/inspect.html', (_request, reply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', `${policy}; frame-ancestors 'none'`)
      .header('cache-control', 'no-cache')
      .send(html),
  );
}
