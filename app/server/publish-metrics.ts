import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../server/http/call.ts';
import type { Connection } from '../../server/database/connect.ts';
import { poolGauge } from '../../server/metrics/job-gauges.ts';
import { addGauge, openMetrics, type Metrics } from '../../server/metrics/metrics.ts';
import { measureRequests, serveMetrics } from '../../server/metrics/serve-metrics.ts';
import { addPortalGauges } from './portal-gauges.ts';

/** Opens what the portal measures. This file is loaded only where `METRICS_TOKEN` is set. */
export function openPortalMetrics({ usage }: Pick<Connection, 'usage'>): Metrics {
  const metrics = openMetrics();
  addGauge(metrics, poolGauge(usage));
  return metrics;
}

/** Serves `/metrics`; every process has its own, but figures from the database are the same in all of them. */
export function publishMetrics(app: FastifyInstance, deps: Deps, metrics: Metrics): void {
  const { metricsToken } = deps.config;
  if (metricsToken === null) return;
  measureRequests(app, metrics);
  addPortalGauges(metrics, deps);
  serveMetrics(app, metrics, metricsToken);
}
