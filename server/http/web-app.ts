import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HttpProblem, notFound, replyToError } from './replies.ts';
import { type GivenReplies, type ShopOnPages, collectInTime, openPages } from './served-pages.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Serves the built web app; a path that is not a file is one of the app's own screens. */
export async function serveWebApp(
  app: FastifyInstance,
  folder: string | null,
  calls: readonly { method: string; path: string }[],
  give: () => Promise<GivenReplies>,
  shopOf: (given: GivenReplies) => ShopOnPages = () => ({ name: null, logo: null, zone: null }),
) {
  const collect = collectInTime(give);
  const sendPage = folder === null ? null : openPages(folder, collect, shopOf);
  if (folder !== null) {
    await app.register(fastifyStatic, {
      root: folder,
      // The build places compressed copies beside the files.
      preCompressed: true,
      wildcard: false,
      // Composed (served-pages.ts, web-manifest.ts), or with a policy of their own (inspect-page.ts).
      globIgnore: ['index.html', 'inspect.html', 'pages/**', `${WEB_MANIFEST}*`],
      cacheControl: false,
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.includes('/assets/') ? IMMUTABLE : 'no-cache');
        if (/\.svg(\.\w+)?$/.test(path)) reply.header('content-type', 'image/svg+xml; charset=utf-8');
      },
    });
    serveWebManifest(app, folder, async () => shopOf(await collect()).name);
  }
  const known = calls.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^/api${path.replace(/:\w+/g, '[^/]+')}/?$`),
  }));
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    if (path === '/api' || path.startsWith('/api/')) {
      const methods = known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
      if (methods.length === 0) return replyToError(notFound(), request, reply);
      reply.header('allow', [...new Set(methods)].join(', '));
      return replyToError(new HttpProblem(405, 'errors.http.method'), request, reply);
    }
    const isPage = (request.method === 'GET' || request.method === 'HEAD') && !/\.\w+$/.test(path);
    if (sendPage === null || !isPage) return replyToError(notFound(), request, reply);
    // The address of a mailed or shared link must neither be sent along with requests of the page, into the logs of a
    // proxy, nor be found by a search.
    if (new URLSearchParams(request.url.split('?')[1]).has('token'))
      reply.headers({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
    return sendPage(request, reply);
  });
}

const WEB_MANIFEST = 'manifest.webmanifest';

/** Members of the manifest that an installed portal is called by; `short_name` stands below its icon. */
const NAMES = ['name', 'short_name'] as const;

/**
 * Serves the manifest, which a browser installs the portal with, under the shop's name; null: the product's own. The
 * file is the one of the build.
 */
function serveWebManifest(app: FastifyInstance, folder: string, findName: () => Promise<string | null>): void {
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
