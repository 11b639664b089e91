import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';

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

export interface OpenSpan {
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
export const runTracedWithin = <Result>(begun: Begun, work: () => Promise<Result>): Promise<Result> =>
  tracer === null || !current.getStore() ? work() : runTraced(begun, work);

const TRACE_PARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Reads the caller's place from the W3C header; undefined: there is none. */
export function readTraceParent(header: string | string[] | undefined): Place | null | undefined {
  const [, traceId = '', spanId = '', flags = ''] = TRACE_PARENT.exec(String(header)) ?? [];
  if (traceId === '' || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return (parseInt(flags, 16) & 1) === 1 ? { traceId, spanId } : null;
}
