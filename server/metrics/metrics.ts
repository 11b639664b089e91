import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** What the portal measures about itself, for Prometheus. */
export interface Metrics {
  registry: Registry;
  /** Labelled with the pattern of the route, never with an address containing ids. */
  requests: Histogram<'method' | 'route' | 'status'>;
  /** Bytes of accepted uploads. */
  uploadedBytes: Counter;
  /** Measured from the moment of handing over, including the wait in the queue. */
  ecuWork: Histogram<'work' | 'outcome'>;
}

/** From a poll served from memory to the longest call there is. */
const REQUEST_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const ECU_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Includes the figures of the process itself, such as memory and event loop delay. */
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
  /** Without the prefix that all names share. */
  name: string;
  help: string;
  labelNames?: readonly string[];
  read: () => Promise<readonly Reading[]>;
}

/** Shares one reading among all gauges of a scrape, which read at the same time. */
export function readOnce<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let reading: Promise<Result> | null = null;
  return () =>
    (reading ??= read().finally(() => {
      reading = null;
    }));
}

/**
 * Adds a gauge that is read on each scrape. If it cannot be read, it has no value then; the others still have theirs.
 */
export function addGauge({ registry }: Metrics, { name, help, labelNames = [], read }: ReadGauge): void {
  const gauge = new Gauge({
    name: `tunedesk_${name}`,
    help,
    labelNames: [...labelNames],
    registers: [],
    async collect() {
      const readings = await read().catch(() => []);
      this.reset();
      // A gauge without labels would otherwise be 0.
      if (labelNames.length === 0) this.remove();
      for (const { labels = {}, value } of readings) this.set(labels, value);
    },
  });
  registry.registerMetric(gauge);
}
