import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startTestApp } from '../../server/testing/app.ts';
import { addGauge, openMetrics } from '../../server/metrics/metrics.ts';
import { poolGauge } from '../../server/metrics/job-gauges.ts';
import { addPortalGauges } from './portal-gauges.ts';

const DASHBOARD = new URL('../../deploy/grafana-dashboard.json', import.meta.url);

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}

const namesIn = (expression: string) => expression.match(/\b(?:tunedesk|process|nodejs)_[a-z0-9_]+/g) ?? [];

test('the Grafana dashboard uses only existing metrics, and shows every metric of the portal', async () => {
  const app = await startTestApp();
  try {
    const metrics = openMetrics();
    addPortalGauges(metrics, app.deps);
    addGauge(
      metrics,
      poolGauge(() => ({ open: 1, idle: 1, waiting: 0 })),
    );
    const present = metrics.registry
      .getMetricsAsArray()
      .flatMap(({ name, type }) => (String(type) === 'histogram' ? [`${name}_bucket`, `${name}_count`] : [name]));
    const { panels } = JSON.parse(readFileSync(DASHBOARD, 'utf8')) as Dashboard;
    const read = panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => namesIn(expr)));
    expect(read).toContain('tunedesk_files');
    expect(read.filter((name) => !present.includes(name))).toEqual([]);
    const own = present.filter((name) => name.startsWith('tunedesk_') && !name.endsWith('_count'));
    expect(own.filter((name) => !read.includes(name))).toEqual([]);
  } finally {
    await app.stop();
  }
});
