import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { getMyUser } from '../../features/accounts/accounts.calls.ts';
import { raiseAlarms } from '../../features/credits/server/alarms.ts';
import { buildFile } from '../../features/files/server/files.factory.ts';
import { buildSignedIn } from '../../features/accounts/server/accounts.factory.ts';
import { sendJob } from '../../server/jobs.ts';
import { openMetrics } from '../../server/metrics/metrics.ts';
import { startTestApp, type TestApp } from '../../server/testing/app.ts';
import { asProduct, listenToStatements } from '../../server/testing/recorded-statements.ts';
import { addPortalGauges } from './portal-gauges.ts';

const TOKEN = 'a-token-for-prometheus-in-this-test';

const statements: string[] = [];
let app: TestApp;
beforeAll(async () => {
  // Must come before the first connection: each remembers the send function that it begins with.
  listenToStatements(({ text }) => void statements.push(text));
  app = await startTestApp({ metricsToken: TOKEN });
});
afterAll(() => app.stop());

async function scrape(token: string | null = TOKEN, url = app.url) {
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/metrics`, { headers });
  return { response, text: await response.text() };
}

/** Returns the value of a line; undefined when there is none. */
async function read(series: string): Promise<number | undefined> {
  const { text } = await scrape();
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

test('metrics require the token, and do not exist when no token is configured', async () => {
  expect((await scrape()).response.status).toBe(200);
  for (const wrong of [null, '', 'another-token-for-prometheus-in-test', `${TOKEN}x`]) {
    const { response, text } = await scrape(wrong);
    expect([response.status, text]).toEqual([401, 'Unauthorized\n']);
  }
  const without = await startTestApp();
  try {
    expect((await scrape(TOKEN, without.url)).response.status).toBe(404);
  } finally {
    await without.stop();
  }
});

test('requests are counted by route and status, never by address', async () => {
  const user = await buildSignedIn(app.deps);
  await app.call(getMyUser, {}, user);
  await app.call(getMyUser, {}, { token: 'none' });
  const series = (status: number) =>
    `tunedesk_http_request_seconds_count{method="GET",route="/api/users/my",status="${status}"}`;
  expect([await read(series(200)), await read(series(403))]).toEqual([1, 1]);
  await fetch(`${app.url}/api/files/987654`);
  await fetch(`${app.url}/no-such-place-987654`);
  expect((await scrape()).text).not.toContain('987654');
});

test('waiting work is counted, with its age', async () => {
  const before = (await read('tunedesk_queue_files')) ?? 0;
  await buildFile(app, { created_at: new Date(Date.now() - 3_600_000) });
  expect(await read('tunedesk_queue_files')).toBe(before + 1);
  expect(await read('tunedesk_queue_oldest_seconds')).toBeGreaterThanOrEqual(3600);
  expect(await read('tunedesk_files{status="PENDING"}')).toBe(before + 1);
});

test('waiting jobs are counted by queue and state, with the age of the oldest', async () => {
  await sendJob(app.db, 'identify-file', 987_654);
  const series = (name: string) => `tunedesk_${name}{queue="identify-file",state="created"}`;
  expect(await read(series('jobs'))).toBeGreaterThanOrEqual(1);
  expect(await read(series('jobs_oldest_seconds'))).toBeGreaterThanOrEqual(0);
});

test('values that several gauges share are read once per scrape', async () => {
  const metrics = openMetrics();
  addPortalGauges(metrics, app.deps);
  statements.length = 0;
  await asProduct(() => metrics.registry.metrics());
  expect(statements.length).toBeGreaterThan(5);
  expect(statements.filter((text, index) => statements.indexOf(text) !== index)).toEqual([]);
});

test('a stopped ledger is reported as 1, an intact one as 0', async () => {
  expect(await read('tunedesk_ledger_stopped')).toBe(0);
  await raiseAlarms(app.deps, ['entry 5 was changed']);
  expect(await read('tunedesk_ledger_stopped')).toBe(1);
});

test('a gauge that cannot be read has no value; the others keep theirs', async () => {
  expect(await read('tunedesk_disk_free_bytes')).toBeGreaterThan(0);
  const measure = vi.spyOn(app.deps.storage.space, 'measure').mockRejectedValue(new Error('the disk is gone'));
  onTestFinished(() => measure.mockRestore());
  expect(await read('tunedesk_disk_free_bytes')).toBeUndefined();
  expect(await read('tunedesk_queue_files')).toBeDefined();
});
