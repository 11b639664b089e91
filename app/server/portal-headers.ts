import type { FastifyInstance } from 'fastify';
import type { Config } from '../../server/config.ts';
import { portalUrl } from '../../server/texts.ts';
import { computeSecurityHeaders, type SecurityHeaders } from '../../server/http/security-headers.ts';
import { MAIL_PREVIEW_STYLE } from '../../features/messaging/emails.calls.ts';
import { isApiDocs } from '../../server/http/api-docs.ts';

interface PortalHeaders extends SecurityHeaders {
  /** The texts of the scripts that pages contain. */
  scripts: readonly string[];
}

/** Responses with personal data are stored nowhere; those that may be stored are marked so. */
export async function computePortalHeaders(config: Config, scripts: readonly string[] = []): Promise<PortalHeaders> {
  const { ofPages, ofCalls } = await computeSecurityHeaders(config, {
    scripts,
    styles: [MAIL_PREVIEW_STYLE],
    // The payment form is submitted to the provider.
    formTargets: paymentFormTargets(config),
  });
  return { scripts, ofPages, ofCalls: { ...ofCalls, 'cache-control': 'no-store' } };
}

/** Files of the build that a page only includes. A worker has the policy of its own script. */
const INCLUDED = /^\/assets\/(?![^?]*-worker-)[\w.-]+\.(js|css|woff2)$/;

/** Those of pages follow the addresses that the shop enters: the policy names them. */
export function addHeaders(
  app: FastifyInstance,
  config: Config,
  { scripts, ofPages: first, ofCalls }: PortalHeaders,
): void {
  const listNamed = () =>
    JSON.stringify([config.google, config.gainUrl, config.watchVideoUrl, config.tutorialVideoUrl]);
  let ofPages = { named: listNamed(), headers: Promise.resolve(first) };
  app.addHook('onRequest', (request, reply, done) => {
    const isCall = request.url.startsWith('/api/');
    if (isCall) reply.header('cache-control', 'no-store');
    // Those of pages are as long as a small script, and no browser obeys them there.
    if ((isCall && !isApiDocs(request.url)) || INCLUDED.test(request.url)) {
      reply.headers(ofCalls);
      done();
      return;
    }
    const named = listNamed();
    if (named !== ofPages.named)
      ofPages = { named, headers: computePortalHeaders(config, scripts).then((headers) => headers.ofPages) };
    ofPages.headers.then((headers) => done(void reply.headers(headers)), done);
  });
}

const paymentFormTargets = (config: Config): string[] =>
  config.paymentProvider === null ? [] : [config.paymentProvider.start(portalUrl(config)).action];
