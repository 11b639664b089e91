import { expect, test } from 'vitest';
import { composeHead, openSocket } from '../testing/raw-socket.ts';
import { app, openStage } from '../testing/stage.ts';

openStage({ config: { publicUrl: 'https://portal.example' } });

const ENDING = { connection: 'close' };

test.each([
  ['what is not HTTP', 'hello\r\n\r\n', 400],
  ['a call without Host', 'GET /api/health HTTP/1.1\r\n\r\n', 400],
  ['an address that cannot be decoded', composeHead('GET', '/api/%zz', ENDING), 404],
  ['an expectation that is not known', composeHead('GET', '/api/health', { expect: 'a-miracle', ...ENDING }), 417],
  ['a header of 20 000 characters', composeHead('GET', '/api/health', { x: 'y'.repeat(20_000) }), 431],
])('the reply to %s carries the security headers, once each', async (_, text, status) => {
  const socket = await openSocket(app.url);
  await socket.write(text);
  await socket.closed();
  expect(socket.status()).toBe(status);
  const head = socket.received().split('\r\n\r\n')[0]?.toLowerCase().split('\r\n').slice(1) ?? [];
  for (const line of [
    "content-security-policy: default-src 'none';base-uri 'none';frame-ancestors 'none'",
    'x-content-type-options: nosniff',
    'x-frame-options: deny',
    'referrer-policy: same-origin',
    'cross-origin-resource-policy: same-origin',
    'cache-control: no-store',
  ])
    expect([line, head.filter((one) => one === line).length]).toEqual([line, 1]);
  expect(head.filter((line) => line.startsWith('strict-transport-security: max-age='))).toHaveLength(1);
});
