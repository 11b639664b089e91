import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import { refuseUnconfirmed } from '../../features/accounts/server/activation-needed.ts';
import { holdSession } from '../../features/accounts/server/hold-session.ts';
import { explainRefusedToken } from '../../features/accounts/server/refused-tokens.ts';
import { hasSecondFactor } from '../../features/accounts/server/second-factor/required.ts';
import { notePresence } from '../../features/accounts/server/presence.ts';
import { findSession, readTokenUser, sourcesOfSession } from '../../features/accounts/server/sessions.ts';
import { MAX_BODY_KB } from '../../contract/endpoint.ts';
import { limitUploads } from '../../features/files/upload-limit/server/upload-limit.ts';
import { endpoints } from '../endpoints.ts';
import { getLoginBackground } from '../../features/catalogue/media/media.calls.ts';
import { type ApplicationConfiguration, getApplicationConfiguration } from '../../features/shop/settings.calls.ts';
import { getLoginBackground as readLoginBackground } from '../../features/catalogue/media/server/media.ts';
import { type RefusedCalls, openRefusedCalls } from '../../features/accounts/security-log/server/refused-calls.ts';
import { listPaymentCalls, mountPayments } from '../../features/payments/server/listener.ts';
import { getApplicationConfiguration as readApplicationConfiguration } from '../../features/shop/server/settings.ts';
import { followStoredSettings } from '../../features/shop/server/stored-settings.ts';
import { routes } from './routes.ts';
import type { EventFeed } from '../../server/events/event-feed.ts';
import { StreamSlots } from '../../server/events/stream-slots.ts';
import { mountEvents } from '../../server/events/streams.ts';
import type { Replica } from '../../server/database/replica.ts';
import { watchBodies } from '../../server/http/body-watch.ts';
import { divideResources } from '../../server/http/callers.ts';
import { offerCompression } from '../../server/http/compression.ts';
import { closeLateConnections, connectionLimits, guardRawReplies } from '../../server/http/connections.ts';
import type { Deps } from '../../server/http/call.ts';
import { parseJsonObject } from '../../server/http/json.ts';
import { readToken } from '../../server/http/access.ts';
import { mountAll } from '../../server/http/mount.ts';
import { openPollMemory } from '../../server/http/polls.ts';
import { mountApiDocs } from '../../server/http/api-docs.ts';
import { mountApiReference } from './api-reference/api-reference.ts';
import { notFound, replyToError, tooManyCalls } from '../../server/http/replies.ts';
import { traceRequests } from '../../server/traces/trace.ts';
import { logRequests } from '../../server/http/request-log.ts';
import { createSharedLimitStore } from '../../server/http/shared-limits.ts';
import { type GivenReplies, type ShopOnPages, readOwnScripts } from '../../server/http/served-pages.ts';
import { serveWebApp } from '../../server/http/web-app.ts';
import { type Readiness, mountHealth } from './health.ts';
import type { Metrics } from '../../server/metrics/metrics.ts';
import type { Config } from '../../server/config.ts';
import { addHeaders, computePortalHeaders } from './portal-headers.ts';
import { noticeUnknownProxy } from './unknown-proxy.ts';
import { serveInspectPage } from '../../features/files/inspect/server/inspect-page.ts';
import { serveVerifyPage } from '../../features/dtc-off/server/verify-page.ts';

export interface AppOptions {
  deps: Omit<Deps, 'log'>;
  /** Events for open browsers; it ends with the program. */
  feed: EventFeed;
  logger: FastifyServerOptions['logger'];
  /** Without it, the server counts as ready until it closes. */
  readiness?: Readiness;
  /** Database that lists are read from; without it, the main database. */
  replica?: Replica | null;
  /** Folder of the built web app; null serves only the API. */
  webFolder: string | null;
  metrics?: Metrics | null;
}

/** Limit of a multipart body: the file, up to the point where it is drained, and its fields. */
export const BODY_LIMIT_BYTES = 26 * 1024 * 1024;
/** A second file is accepted here, so that it can be refused in words. */
const FORM_LIMITS = { files: 2, fields: 20, parts: 22, headerPairs: 20, fieldSize: 64 * 1024, fileSize: Infinity };

/** Puts the program together: everything below `/api`, and the web app beside it. */
export async function buildApp({
  deps,
  feed,
  logger,
  webFolder,
  readiness,
  replica = null,
  metrics = null,
}: AppOptions): Promise<FastifyInstance> {
  const security = await computePortalHeaders(deps.config, readOwnScripts(webFolder));
  const app = openServer(deps.config, security.ofCalls, logger);
  closeLateConnections(app);
  watchBodies(app);
  logRequests(app);
  traceRequests(app);
  const full: Deps = { ...deps, log: app.log };
  if (metrics !== null) (await import('./publish-metrics.ts')).publishMetrics(app, full, metrics);
  const refusedCalls = replyToErrors(app, full);
  acceptJsonOnly(app);
  await app.register(multipart, { limits: FORM_LIMITS });
  await app.register(rateLimit, {
    global: false,
    store: createSharedLimitStore(full.db),
    errorResponseBuilder: (_request, { ttl }) => tooManyCalls(Math.ceil(ttl / 1000)),
  });
  await offerCompression(app);
  addHeaders(app, deps.config, security);
  settleBeforeClose(app, refusedCalls, await noticeUnknownProxy(app, full));
  const ofPayments = listPaymentCalls(deps.config);
  const ofProviders = new Set(ofPayments.map(({ path }) => `/api${path}`));
  divideResources(app, (token) => readTokenUser(token, full), ofProviders);
  mountHealth(app, full, readiness);
  mountApiReference(app, deps.config.publicUrl);
  mountApiDocs(app);
  const beyondTheTable = ['/health', '/health/live', '/health/ready', '/openapi.json', '/docs', '/events'].map(
    (path) => ({ method: 'GET', path }),
  );
  mountCalls(app, full, { feed, replica });
  const settings = await followStoredSettings(full);
  app.addHook('onClose', () => settings.stop());
  await mountPayments(app, full);
  await serveVerifyPage(app, deps.proofKey.publicKey);
  await serveInspectPage(app, webFolder);
  const give = async () => ({
    [CONFIGURATION]: await readApplicationConfiguration(full),
    [`/api${getLoginBackground.path}`]: await readLoginBackground(full.db),
  });
  await serveWebApp(app, webFolder, [...endpoints, ...beyondTheTable, ...ofPayments], give, readShop);
  return app;
}

const CONFIGURATION = `/api${getApplicationConfiguration.path}`;

function readShop(given: GivenReplies): ShopOnPages {
  const shop = (given[CONFIGURATION] ?? {}) as Partial<ApplicationConfiguration>;
  return { name: shop.shop_name ?? null, logo: shop.logo_url ?? null, zone: shop.time_zone ?? null };
}

/** Mounts the calls of the contract and the events: both read sessions from the same memory. */
function mountCalls(
  app: FastifyInstance,
  deps: Deps,
  { feed, replica }: { feed: EventFeed; replica: Replica | null },
): void {
  const polls = openPollMemory({
    feed,
    clock: deps.clock,
    findSession: (token) => findSession(deps, token),
    sourcesOfSession: (token) => sourcesOfSession(deps, token),
  });
  mountAll(app, endpoints, routes, {
    deps,
    authenticate: async (token, { automatic }) =>
      (await findSession(deps, token, { isUse: automatic !== true }))?.session ?? null,
    holdSession: (db, actor) => holdSession({ db, clock: deps.clock }, actor),
    readTokenUser: (token) => readTokenUser(token, deps),
    polls,
    hasSecondFactor: (userId) => hasSecondFactor(deps.db, userId),
    activationNeeded: (userId) => refuseUnconfirmed(deps, userId),
    uploads: limitUploads(deps),
    replica,
  });
  mountEvents(app, {
    feed,
    slots: new StreamSlots(deps),
    authenticate: async (token) => {
      const session = await polls.findSession(token);
      // There is nothing to be notified of before the password is the user's own, and the account is protected.
      if (session?.needsNewPassword || session?.needsSecondFactor) return null;
      if (session !== null) await notePresence(deps, session);
      return session;
    },
  });
}

export const openServer = (
  config: Config,
  headers: OutgoingHttpHeaders,
  logger: AppOptions['logger'],
): FastifyInstance =>
  Fastify({
    logger: logger ?? false,
    genReqId: () => randomUUID(),
    // Our own line per call contains what is needed; see `logRequests`.
    logController: new LogController({ disableRequestLogging: true }),
    // For an address that cannot even be decoded.
    frameworkErrors: (_error, request, reply) => void replyToError(notFound(), request, reply),
    bodyLimit: BODY_LIMIT_BYTES,
    exposeHeadRoutes: false,
    return503OnClosing: true,
    ...connectionLimits,
    ...guardRawReplies(headers),
    trustProxy: config.trustedProxies ?? false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  });

/** Replies to every error in one place, and notes it in the security log if it belongs there. */
function replyToErrors(app: FastifyInstance, deps: Deps): RefusedCalls {
  const refusedCalls = openRefusedCalls({
    deps,
    explainToken: (request) => explainRefusedToken(deps, readToken(request)),
  });
  app.setErrorHandler((error, request, reply) => {
    refusedCalls.note(error, request);
    return replyToError(error, request, reply);
  });
  return refusedCalls;
}

/** JSON and multipart are the only accepted bodies; anything else gets 415. */
function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: MAX_BODY_KB * 1024 },
    (_request, body, done) => {
      try {
        done(null, parseJsonObject(body as string));
      } catch (error) {
        done(error as Error);
      }
    },
  );
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Resolves when everything is written that earlier calls have left to be written after their reply. */
    settled: () => Promise<void>;
  }
}

/** Waits for those that write after a reply, at the end of the program and whenever `settled` is called. */
function settleBeforeClose(app: FastifyInstance, ...writers: { settled(): Promise<void> }[]): void {
  app.decorate('settled', async () => void (await Promise.all(writers.map((writer) => writer.settled()))));
  app.addHook('onClose', () => app.settled());
}
