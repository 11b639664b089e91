import type { FastifyInstance } from 'fastify';
import { readFile } from 'node:fs/promises';
import { hashSource } from './http/security-headers.ts';

const PAGE = new URL('pages/verify.html', import.meta.url);
const NO_KEY = '<meta name="portal-key" content="" />';

/** The page with the portal's public key in it, and the policy under which its one script may run. */
export async function readVerifyPage(publicKey: string): Promise<{ html: string; policy: string }> {
  const page = await readFile(PAGE, 'utf8');
  if (!page.includes(NO_KEY)) throw new Error('verify.html has no place for the key');
  const script = /<script>([\s\S]*?)<\/script>/.exec(page)?.[1] ?? '';
  const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? '';
  return {
    html: page.replace(NO_KEY, NO_KEY.replace('content=""', `content="${publicKey}"`)),
    // No connection at all, not even to this portal: what is checked here stays here.
    policy: `default-src 'none'; script-src ${hashSource(script)}; style-src ${hashSource(style)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  };
}

/** Checks a generated file and its proof in the browser; meant to be saved and opened without a network. */
export async function serveVerifyPage(app: FastifyInstance, publicKey: string): Promise<void> {
  const { html, policy } = await readVerifyPage(publicKey);
  app.get('/verify.html', (_request, reply) =>
    reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .send(html),
  );
}
