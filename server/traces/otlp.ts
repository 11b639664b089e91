import { hostname } from 'node:os';
import type { TracesConfig } from './traces-config.ts';
import { SPAN_KINDS, startTraces, type Attributes, type Span } from './trace.ts';

/** Spans that may wait to be sent; more are dropped, so that an unreachable receiver costs no memory. */
const MAX_WAITING = 4096;
const MAX_AT_ONCE = 512;
const SEND_EVERY_MS = 5000;
const TIMEOUT_MS = 10_000;
/** Timeout at the end of the program. */
const LAST_TIMEOUT_MS = 2000;
const ERROR = 2;

const attributesOf = (attributes: Attributes) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { doubleValue: value } : { stringValue: value },
  }));

/** Nanoseconds, for which a number is not precise enough. */
const nanosecondsOf = (ms: number) => `${BigInt(Math.floor(ms * 1000)) * 1000n}`;

const encodeSpan = ({ traceId, spanId, parentId, name, kind, startedAt, endedAt, attributes, error }: Span) => ({
  traceId,
  spanId,
  ...(parentId !== null && { parentSpanId: parentId }),
  name,
  kind: SPAN_KINDS[kind],
  startTimeUnixNano: nanosecondsOf(startedAt),
  endTimeUnixNano: nanosecondsOf(endedAt),
  attributes: attributesOf(attributes),
  status: error === null ? {} : { code: ERROR, message: error },
});

/** Encodes an ExportTraceServiceRequest of OTLP in its JSON form. */
const encodeSpans = (resource: Attributes, spans: readonly Span[]) => ({
  resourceSpans: [
    {
      resource: { attributes: attributesOf(resource) },
      scopeSpans: [{ scope: { name: 'tunedesk' }, spans: spans.map(encodeSpan) }],
    },
  ],
});

/** A queue of spans to be sent to a receiver of OTLP over HTTP. */
class Sending {
  readonly #config: TracesConfig;
  readonly #resource: Attributes;
  readonly #onError: (line: string) => void;
  readonly #waiting: Span[] = [];
  #leftOut = 0;
  #isInTrouble = false;
  #running: Promise<void> | null = null;

  constructor(config: TracesConfig, { role, onError }: Options) {
    this.#config = config;
    this.#onError = onError;
    this.#resource = {
      'service.name': config.serviceName,
      'service.instance.id': `${hostname()}-${process.pid}`,
      'tunedesk.role': role,
    };
  }

  add(span: Span): void {
    if (this.#waiting.length >= MAX_WAITING) this.#leftOut += 1;
    else if (this.#waiting.push(span) === MAX_AT_ONCE) void this.send();
  }

  /** Sends all waiting spans in batches until one fails, whose spans are lost. */
  send(timeoutMs = TIMEOUT_MS): Promise<void> {
    this.#running ??= this.#sendAll(timeoutMs).finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async sendLast(): Promise<void> {
    await this.#running;
    await this.send(LAST_TIMEOUT_MS);
  }

  async #sendAll(timeoutMs: number): Promise<void> {
    while (this.#waiting.length > 0) {
      const spans = this.#waiting.splice(0, MAX_AT_ONCE);
      try {
        await this.#post(spans, timeoutMs);
        this.#note(null);
      } catch (error) {
        this.#leftOut += spans.length;
        this.#note(reasonOf(error));
        return;
      }
    }
  }

  async #post(spans: readonly Span[], timeoutMs: number): Promise<void> {
    const response = await fetch(this.#config.url, {
      method: 'POST',
      headers: { ...this.#config.headers, 'content-type': 'application/json' },
      body: JSON.stringify(encodeSpans(this.#resource, spans)),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`the receiver replies with ${response.status}`);
  }

  /** Reports trouble once when it begins and once when it ends. */
  #note(trouble: string | null): void {
    const { origin } = new URL(this.#config.url);
    if (trouble !== null && !this.#isInTrouble) this.#onError(`Traces are not received by ${origin}: ${trouble}`);
    if (trouble === null && this.#isInTrouble)
      this.#onError(`Traces are received again; ${this.#leftOut} spans were left out.`);
    this.#isInTrouble = trouble !== null;
    if (!this.#isInTrouble) this.#leftOut = 0;
  }
}

interface Options {
  role: string;
  onError: (line: string) => void;
}

/** Records traces and sends them; returns a function that stops this and sends what is left. */
export function exportTraces(config: TracesConfig, options: Options): () => Promise<void> {
  const sending = new Sending(config, options);
  const timer = setInterval(() => void sending.send(), SEND_EVERY_MS);
  timer.unref();
  const stopRecording = startTraces({ share: config.share, add: (span) => sending.add(span) });
  return async () => {
    stopRecording();
    clearInterval(timer);
    await sending.sendLast();
  };
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
};
