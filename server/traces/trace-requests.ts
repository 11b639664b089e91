import type { FastifyInstance, FastifyRequest } from 'fastify';
import { routeOf } from '../http/request-log.ts';
import { beginSpan, isTracing, readTraceParent, type OpenSpan } from './trace.ts';

/** Records a span for every call, named by its route: nothing else of the address, and nothing of bodies or headers. */
export function traceRequests(app: FastifyInstance): void {
  if (!isTracing()) return;
  const spans = new WeakMap<FastifyRequest, OpenSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    const parent = readTraceParent(request.headers.traceparent);
    const span = beginSpan({
      name: `${request.method} ${routeOf(request)}`,
      kind: 'server',
      attributes: {
        'http.request.method': request.method,
        'http.route': routeOf(request),
        'tunedesk.request_id': request.id,
      },
      ...(parent !== undefined && { parent }),
    });
    if (span === null) return done();
    spans.set(request, span);
    span.run(done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const isOurFault = reply.statusCode >= 500;
    spans.get(request)?.end({ 'http.response.status_code': reply.statusCode }, isOurFault ? 'server error' : null);
    done();
  });
}
