import type { FastifyInstance } from 'fastify';
import type { Metrics } from './metrics.ts';

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
