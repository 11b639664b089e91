import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

export const WEB_MANIFEST = 'manifest.webmanifest';

/** Members of the manifest that an installed portal is called by; `short_name` stands below its icon. */
const NAMES = ['name', 'short_name'] as const;

/**
 * Serves the manifest, which a browser installs the portal with, under the shop's name; null: the product's own. The
 * file is the one of the build.
 */
export function serveWebManifest(app: FastifyInstance, folder: string, findName: () => Promise<string | null>): void {
  const file = join(folder, WEB_MANIFEST);
  if (!existsSync(file)) return;
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  app.get(`/${WEB_MANIFEST}`, { exposeHeadRoute: true }, async (_request, reply) => {
    const name = await findName();
    const names = name === null ? {} : Object.fromEntries(NAMES.map((member) => [member, name]));
    return reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json')
      .send(JSON.stringify({ ...manifest, ...names }));
  });
}
