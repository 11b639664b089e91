import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { ACTORS, buildCaller, type ActorName } from '../../../server/testing/actors.ts';
import { startTestApp } from '../../../server/testing/app.ts';
import { rawCall } from '../../../server/testing/raw-call.ts';
import { openPaypal } from './paypal/paypal.ts';
import { app, openStage } from '../../../server/testing/stage.ts';

openStage({ config: { activation: 'required' } });

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const listen = (
  body: string | Uint8Array,
  change: { token?: string | undefined; headers?: Record<string, string> } = {},
) =>
  rawCall(app.url, {
    method: 'POST',
    path: '/api/paypal/ipn',
    token: change.token,
    headers: { ...FORM, 'content-length': String(Buffer.byteLength(body)), ...change.headers },
    body,
  });

const REAL = openPaypal({
  checkoutUrl: 'https://pay.example.com',
  buttonId: 'B',
  receiverEmail: 'r@example.com',
  verifyUrl: 'https://pay.example.com/verify',
  webhook: null,
});

const listMessages = () =>
  app.db.selectFrom('payment_messages').select(['body', 'times_received']).orderBy('id').execute();

const matrix = JSON.parse(readFileSync('docs/spec/authz-matrix.json', 'utf8')) as (Record<ActorName, number> & {
  path: string;
})[];

describe('the listener for payment notices', () => {
  test.each(ACTORS)(
    'responds to %s as the access matrix states, with an empty body, whatever the token',
    async (name) => {
      const { token } = await buildCaller(app.deps, name);
      const reply = await listen(`txn_id=${name}`, { token });
      expect([reply.status, reply.text]).toEqual([matrix.find(({ path }) => path === '/api/paypal/ipn')?.[name], '']);
      expect((await listen(`txn_id=${name}`, { token: 'stale' })).status).toBe(200);
    },
  );

  test('stores the bytes exactly as received, even when they are not text', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    expect((await listen(bytes)).status).toBe(200);
    expect((await listMessages()).at(-1)?.body.equals(bytes)).toBe(true);
  });

  test.each<Record<string, string>>([
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/json' },
    { 'content-type': 'a/b; charset=x' },
  ])('accepts any content type: %o', async (headers) => {
    expect((await listen(`by=${headers['content-type']}`, { headers })).status).toBe(200);
  });

  test('stores identical bytes once and counts how often they arrived', async () => {
    for (let time = 0; time < 3; time += 1) await listen('again=1');
    const same = (await listMessages()).filter(({ body }) => body.toString() === 'again=1');
    expect(same.map(({ times_received }) => times_received)).toEqual([3]);
  });

  test('accepts 64 KiB and not a byte more', async () => {
    expect((await listen('x'.repeat(64 * 1024))).status).toBe(200);
    expect((await listen('x'.repeat(64 * 1024 + 1))).status).toBe(413);
  });

  test('refuses every method but POST', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      const reply = await rawCall(app.url, { method, path: '/api/paypal/ipn' });
      expect([method, reply.status, reply.headers.allow]).toEqual([method, 405, 'POST']);
    }
  });

  test('accepts an empty body without storing it', async () => {
    const before = (await listMessages()).length;
    expect((await listen('')).status).toBe(200);
    expect(await listMessages()).toHaveLength(before);
  });

  const raising = (code: string) => `
    create function refuse_message() returns trigger language plpgsql
      as $$ begin raise exception 'refused' using errcode = '${code}'; end $$;
    create trigger refuse_message before insert on payment_messages for each row execute function refuse_message()`;
  const NOT_RAISING = 'drop function refuse_message cascade';

  test.each<[string, string, string]>([
    [
      'a column is missing',
      'alter table payment_messages rename column times_received to elsewhere',
      'alter table payment_messages rename column elsewhere to times_received',
    ],
    ['its job cannot be queued', 'alter schema jobs rename to elsewhere', 'alter schema elsewhere rename to jobs'],
    ['the disk of the database is full', raising('53100'), NOT_RAISING],
    ['the database shuts down', raising('57P01'), NOT_RAISING],
    ['the statement takes too long', raising('57014'), NOT_RAISING],
    ['a row contradicts another', raising('23505'), NOT_RAISING],
  ])('returns 503 when %s, and stores the message when the provider sends it again', async (reason, fail, repair) => {
    const body = `lost=${reason}`;
    const listLost = async () => (await listMessages()).filter((message) => message.body.toString() === body);
    await sql.raw(fail).execute(app.ownerDb);
    try {
      const reply = await listen(body);
      expect([reply.status, reply.headers['retry-after']]).toEqual([503, '60']);
    } finally {
      await sql.raw(repair).execute(app.ownerDb);
    }
    expect(await listLost()).toEqual([]);
    expect((await listen(body)).status).toBe(200);
    expect(await listLost()).toHaveLength(1);
  });
});

test('with payments off, notices are refused and not stored, as no one would process them', async () => {
  const closed = await startTestApp({ paymentProvider: null });
  const reply = await rawCall(closed.url, { method: 'POST', path: '/api/paypal/ipn', headers: FORM, body: 'txn_id=1' });
  expect(reply.status).toBe(404);
  expect(await closed.db.selectFrom('payment_messages').select('id').execute()).toEqual([]);
  await closed.stop();
});

describe('without a sandbox', () => {
  test('one address may send 600 messages a minute, so that forged notices do not hold up genuine ones', async () => {
    const real = await startTestApp({ paymentProvider: REAL });
    const headers = { ...FORM, 'content-length': '0' };
    const { headers: messageHeaders } = await rawCall(real.url, { method: 'POST', path: '/api/paypal/ipn', headers });
    expect(messageHeaders['x-ratelimit-limit']).toBe('600');
    await real.stop();
  });

  test('its endpoints return 404, so no credits can be made up', async () => {
    const real = await startTestApp({ paymentProvider: REAL });
    const { token } = await buildCaller(real.deps, 'owner');
    const { token: adminToken } = await buildCaller(real.deps, 'admin');
    const json = { 'content-type': 'application/json' };
    const calls = [
      { path: '/api/sandbox/checkout', headers: FORM, body: 'custom=1' },
      { path: '/api/sandbox/verify', headers: FORM, body: 'cmd=_notify-validate&a=1' },
      { path: '/api/paypal/webhook', headers: json, body: '{}' },
      { path: '/api/sandbox/payments', headers: json, token, body: '{"custom":"1","amount":50,"outcome":"Completed"}' },
      {
        path: '/api/sandbox/notices',
        headers: json,
        token: adminToken,
        body: '{"transaction_id":"T","status":"Refunded"}',
      },
    ];
    for (const call of calls) {
      expect([call.path, (await rawCall(real.url, { method: 'POST', ...call })).status]).toEqual([call.path, 404]);
    }
    await real.stop();
  });
});
