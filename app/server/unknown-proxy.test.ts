import Fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { listNotices } from '../../features/shop/notices/server/notices.ts';
import { startTestApp, type TestApp } from '../../server/testing/app.ts';
import { runHousekeeping } from './housekeeping.ts';
import { noticeUnknownProxy } from './unknown-proxy.ts';
import { rawCall } from '../../server/testing/raw-call.ts';

const FORWARDED = { 'x-forwarded-for': '203.0.113.9' };

let app: TestApp;
afterEach(() => app.stop());

const ask = (headers: Record<string, string>) => rawCall(app.url, { method: 'GET', path: '/api/health', headers });
const list = async () => {
  await app.settled();
  return listNotices(app.deps);
};
const raised = async () =>
  (await list()).map(({ kind, details }) => [kind, 'address' in details && { address: details.address }]);

test('a proxy missing from TRUSTED_PROXIES raises an operator notice and one log line with the remedy; a restart clears it', async () => {
  const logLines: string[] = [];
  app = await startTestApp({}, { logLines });
  await ask({});
  expect(await raised()).toEqual([]);
  for (let at = 0; at < 3; at += 1) await ask(FORWARDED);
  expect(await raised()).toEqual([['proxy.unknown', { address: '127.0.0.1' }]]);
  const lines = logLines.filter((line) => line.includes('TRUSTED_PROXIES=127.0.0.1'));
  expect(lines).toHaveLength(1);
  // Simulates the next start.
  await noticeUnknownProxy(Fastify(), app.deps);
  expect(await raised()).toEqual([]);
});

test('the notice stays while such calls arrive, and goes away by itself a day after the last one', async () => {
  app = await startTestApp();
  const seen = [['proxy.unknown', { address: '127.0.0.1' }]];
  const HOUR_MS = 3_600_000;
  await ask(FORWARDED);
  expect(await raised()).toEqual(seen);
  app.clock.advance(20 * HOUR_MS);
  const askedAt = app.clock.now().toISOString();
  await ask(FORWARDED);
  expect(String((await list())[0]?.details.seen_at) >= askedAt).toBe(true);
  app.clock.advance(20 * HOUR_MS);
  await ask({});
  await runHousekeeping(app.deps);
  expect(await raised()).toEqual(seen);
  app.clock.advance(5 * HOUR_MS);
  await runHousekeeping(app.deps);
  expect(await raised()).toEqual([]);
  await ask(FORWARDED);
  expect(await raised()).toEqual(seen);
});

test('a proxy listed in TRUSTED_PROXIES raises no notice', async () => {
  app = await startTestApp({ trustedProxies: '127.0.0.1' });
  for (const headers of [FORWARDED, { 'x-forwarded-for': '127.0.0.1' }, { forwarded: 'for=203.0.113.9' }])
    expect((await ask(headers)).status).toBe(200);
  expect(await raised()).toEqual([]);
});
