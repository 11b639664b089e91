import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { MailTransport } from '../mail/transport.ts';
import { routeOf } from '../http/request-log.ts';

/** The numbers that OTLP uses. */
export const SPAN_KINDS = { internal: 1, server: 2, client: 3 } as const;

export type Attributes = Record<string, string | number>;

export interface Place {
  traceId: string;
  spanId: string;
}

export interface Span extends Place {
  parentId: string | null;
  name: string;
  kind: keyof typeof SPAN_KINDS;
  /** Milliseconds since 1970, with fractions. */
  startedAt: number;
  endedAt: number;
  attributes: Attributes;
  error: string | null;
}

interface Tracer {
  /** Share of the traces beginning here that is recorded; 0 to 1. */
  share: number;
  add: (span: Span) => void;
}

let tracer: Tracer | null = null;

/** Null within a trace that is not recorded; undefined outside of any trace. */
const current = new AsyncLocalStorage<Place | null>();

/** Records work from now on; returns a function that ends this. */
export function startTraces(started: Tracer): () => void {
  tracer = started;
  return () => {
    tracer = null;
  };
}

export const isTracing = (): boolean => tracer !== null;

const now = () => performance.timeOrigin + performance.now();
const randomHex = (bytes: number) => randomBytes(bytes).toString('hex');

interface OpenSpan {
  /** Calls made in it belong to the span. */
  run: <Result>(work: () => Result) => Result;
  end: (attributes?: Attributes, error?: string | null) => void;
}

const NOT_RECORDED: OpenSpan = { run: (work) => current.run(null, work), end: () => undefined };

interface Begun {
  name: string;
  kind: Span['kind'];
  attributes?: Attributes;
  /** The span of the calling program; null: that does not record the trace. */
  parent?: Place | null;
}

/** Returns null when nothing is traced. */
export function beginSpan({ name, kind, attributes = {}, parent = current.getStore() }: Begun): OpenSpan | null {
  const active = tracer;
  if (active === null) return null;
  if (parent === null || (parent === undefined && Math.random() >= active.share)) return NOT_RECORDED;
  const place: Place = { traceId: parent?.traceId ?? randomHex(16), spanId: randomHex(8) };
  const startedAt = now();
  return {
    run: (work) => current.run(place, work),
    end: (more = {}, error = null) =>
      active.add({
        ...place,
        parentId: parent?.spanId ?? null,
        name,
        kind,
        startedAt,
        endedAt: now(),
        attributes: { ...attributes, ...more },
        error,
      }),
  };
}

/** Runs the work in a span of its own, or on its own when nothing is traced. */
export async function runTraced<Result>(
  begun: Begun,
  work: () => Promise<Result>,
  describe: (result: Result) => Attributes = () => ({}),
): Promise<Result> {
  const span = beginSpan(begun);
  if (span === null) return work();
  try {
    const result = await span.run(work);
    span.end(describe(result));
    return result;
  } catch (error) {
    span.end({}, error instanceof Error ? error.name : 'error');
    throw error;
  }
}

/**
 * Records a span only as part of a trace, never as its beginning: what the portal does by itself all the time is no
 * trace.
 */
const runTracedWithin = <Result>(begun: Begun, work: () => Promise<Result>): Promise<Result> =>
  tracer === null || !current.getStore() ? work() : runTraced(begun, work);

const TRACE_PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Reads the caller's place from the W3C header; undefined: there is none. */
function readTraceParent(header: string | string[] | undefined): Place | null | undefined {
  const [, traceId = '', spanId = '', flags = ''] = TRACE_PARENT.exec(String(header)) ?? [];
  if (traceId === '' || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return (parseInt(flags, 16) & 1) === 1 ? { traceId, spanId } : null;
}

const MAX_STATEMENT_LENGTH = 2000;

const textOf = (statement: unknown): string =>
  typeof statement === 'string' ? statement : ((statement as { text?: string } | undefined)?.text ?? '');

/** Records a span for each statement of a call or a job: its text, which has placeholders, and no values. */
export function traceStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
  client.query = ((...parameters: unknown[]) => {
    // Statements with a callback are the driver's own and take no time of a call.
    if (typeof parameters.at(-1) === 'function') return query(...parameters);
    const text = textOf(parameters[0]);
    if (text === '') return query(...parameters);
    const attributes = { 'db.system.name': 'postgresql', 'db.query.text': text.slice(0, MAX_STATEMENT_LENGTH) };
    const name = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'statement';
    return runTracedWithin({ name, kind: 'client', attributes }, async () => query(...parameters));
  }) as typeof client.query;
}

type Handler = (id: number, signal: AbortSignal) => Promise<void>;

/** Returns the same job handlers, each in a span of its own. */
export const traceJobs = <Work extends object>(work: Work): Work =>
  Object.fromEntries(
    Object.entries(work as Record<string, Handler>).map(([name, handle]) => [
      name,
      (id: number, signal: AbortSignal) =>
        runTraced({ name: `job ${name}`, kind: 'internal', attributes: { 'tunedesk.id': id } }, () =>
          handle(id, signal),
        ),
    ]),
  ) as Work;

/** Returns the same transport, traced; a span has nothing of a mail but its number. */
export function traceMail(transport: MailTransport): MailTransport {
  const send: MailTransport = Object.assign(
    (message: Parameters<MailTransport>[0]) =>
      runTraced({ name: 'send mail', kind: 'client', attributes: { 'tunedesk.id': message.id } }, () =>
        transport(message),
      ),
    { close: () => transport.close() },
  );
  return send;
}

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
