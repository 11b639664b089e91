import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** What the portal measures of itself, for Prometheus. */
export interface Metrics {
  registry: Registry;
  /** By the pattern of the route, never by an address with ids in it. */
  requests: Histogram<'method' | 'route' | 'status'>;
  /** Bytes of uploads that were accepted. */
  uploadedBytes: Counter;
  /** From when it is handed over: with the wait for its turn. */
  ecuWork: Histogram<'work' | 'outcome'>;
}

/** From a poll whose reply comes from memory to the longest call there is. */
const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const ECU_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** With the figures of the process itself, such as memory and delay of the event loop. */
export function openMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    requests: new Histogram({
      name: 'tunedesk_http_request_seconds',
      help: 'Requests, from their first byte to the last one of the reply.',
      labelNames: ['method', 'route', 'status'],
      buckets: REQUEST_SECONDS,
      registers,
    }),
    uploadedBytes: new Counter({
      name: 'tunedesk_upload_bytes_total',
      help: 'Bytes of the bodies of accepted uploads.',
      registers,
    }),
    ecuWork: new Histogram({
      name: 'tunedesk_ecu_work_seconds',
      help: 'Work on ECU files in threads, with the time a piece of work waits for its turn.',
      labelNames: ['work', 'outcome'],
      buckets: ECU_SECONDS,
      registers,
    }),
  };
}

/** One value of a gauge. */
export interface Reading {
  labels?: Record<string, string>;
  value: number;
}

export interface ReadGauge {
  /** Without the prefix all names have. */
  name: string;
  help: string;
  labelNames?: readonly string[];
  read: () => Promise<readonly Reading[]>;
}

/** One reading for all gauges of a scrape, which reads them at the same time. */
export function readOnce<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let reading: Promise<Result> | null = null;
  return () =>
    (reading ??= read().finally(() => {
      reading = null;
    }));
}

/** A gauge that is read when it is scraped. One that cannot be read has no value then; the others have theirs. */
export function addGauge({ registry }: Metrics, { name, help, labelNames = [], read }: ReadGauge): void {
  const gauge = new Gauge({
    name: `tunedesk_${name}`,
    help,
    labelNames: [...labelNames],
    registers: [],
    async collect() {
      const readings = await read().catch(() => []);
      this.reset();
      // Without labels it would be 0.
      if (labelNames.length === 0) this.remove();
      for (const { labels = {}, value } of readings) this.set(labels, value);
    },
  });
  registry.registerMetric(gauge);
}
