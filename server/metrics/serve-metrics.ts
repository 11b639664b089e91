import type { FastifyInstance } from 'fastify';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Metrics } from './metrics.ts';

const METRICS_PATH = '/metrics';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** Compares digests, which have the same length whatever was sent. */
export const isMetricsToken = (header: string | undefined, token: string) =>
  timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`));

/** `GET /metrics`, which requires the token: rates and counts reveal the business. */
export function serveMetrics(app: FastifyInstance, { registry }: Metrics, token: string): void {
  app.get(METRICS_PATH, async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!isMetricsToken(request.headers.authorization, token)) {
      return reply.status(401).header('www-authenticate', 'Bearer').type('text/plain').send('Unauthorized\n');
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** Label for requests without a route: their path is chosen by the caller and means nothing. */
const NO_ROUTE = 'none';

/** Times every request, and counts the bytes of accepted uploads. */
export function measureRequests(app: FastifyInstance, { requests, uploadedBytes }: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { url: route = NO_ROUTE } = request.routeOptions;
    const labels = { method: request.method, route, status: String(reply.statusCode) };
    requests.observe(labels, reply.elapsedTime / 1000);
    if (isUpload(request.headers['content-type']) && reply.statusCode < 300) {
      uploadedBytes.inc(Number(request.headers['content-length'] ?? 0));
    }
    done();
  });
}

const isUpload = (contentType = '') => contentType.startsWith('multipart/');
