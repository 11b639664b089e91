import { beforeEach, expect, test } from 'vitest';
import { getMyUser } from '../../features/accounts/accounts.calls.ts';
import { rawCall } from '../testing/raw-call.ts';
import { buildCustomer } from '../testing/stories.ts';
import { app, openStage } from '../testing/stage.ts';

const logLines: string[] = [];
openStage({ config: { trustedProxies: '127.0.0.1' }, logLines });
// Lines are written after the replies: a test ends when all of its own are there.
beforeEach(() => {
  logLines.length = 0;
});

type Line = Record<string, unknown> & { msg: string };
const requests = () => logLines.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg === 'request');

test('every request is logged as one line with method, route, status, time, client and actor', async () => {
  const customer = await buildCustomer(app.deps);
  await app.call(getMyUser, {}, { ...customer, headers: { 'x-forwarded-for': '203.0.113.9' } });
  await rawCall(app.url, { method: 'GET', path: '/api/files/12345', token: 'not.a.token' });
  await expect.poll(() => requests().length).toBe(2);
  const [first, second] = ['/api/users/my', '/api/files/:id'].map((route) =>
    requests().find((one) => one.route === route),
  );
  const asWritten = { method: 'GET', route: '/api/users/my', status: 200, client: '203.0.113.9', actor: customer.id };
  expect(first).toMatchObject({ ...asWritten, ms: expect.any(Number) as number });
  expect(second).toMatchObject({ status: 403, client: '127.0.0.1', actor: null });
});

test('no log line contains a query or a header, where tokens may be', async () => {
  const secret = 'a-token-that-was-mailed';
  await rawCall(app.url, { method: 'GET', path: `/reset-password?token=${secret}`, token: secret });
  await rawCall(app.url, { method: 'GET', path: `/api/search?text=${secret}`, token: secret });
  await rawCall(app.url, { method: 'GET', path: `/api/nothing?token=${secret}#${secret}` });
  await expect.poll(() => requests().length).toBe(3);
  expect(requests().map(({ route }) => route)).toEqual(expect.arrayContaining(['/reset-password', '/api/nothing']));
  expect(logLines.join('')).not.toContain(secret);
});
