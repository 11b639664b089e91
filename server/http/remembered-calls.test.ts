import { hash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { endpoints, nameOf } from '../../app/endpoints.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { BUILT_PASSWORD } from '../../features/accounts/server/accounts.factory.ts';
import { signInAgain } from '../../features/accounts/sign-in-again.calls.ts';
import { samplePicture } from '../../features/catalogue/media/server/media.factory.ts';
import { deleteShopLogo, setShopLogo } from '../../features/shop/shop-hours.calls.ts';
import { confirmAndPay, cancelFile } from '../../features/files/files.calls.ts';
import { sendMessage } from '../../features/tickets/tickets.calls.ts';
import { addNote } from '../../features/staff/notes/notes.calls.ts';
import { buildFile } from '../../features/files/server/files.factory.ts';
import { buildCredits } from '../../features/credits/server/credits.factory.ts';
import { buildTicket } from '../../features/tickets/server/tickets.factory.ts';
import { whoMay } from '../testing/authz.ts';
import { changesBetween, readBusinessState } from '../testing/business-state.ts';
import { createSampler } from '../testing/sampled.ts';
import { admin, app, openStage } from '../testing/stage.ts';
import { PRICED, buildAdmin, buildCustomer, readBalance } from '../testing/stories.ts';
import { listStoredKeys } from '../testing/stored-bytes.ts';
import { buildTarget } from '../testing/targets.ts';
import { LEFT_OUT_CALLS, REMEMBERED_DAYS, removeOldRememberedCalls, whyNotRemembered } from './remembered-calls.ts';

openStage({ movesMoney: true, config: { trustedProxies: '127.0.0.1' } });

const remembered = endpoints
  .filter((endpoint) => whyNotRemembered(endpoint) === null)
  .map((endpoint) => ({ name: nameOf(endpoint), endpoint }));

const newKey = () => ({ 'idempotency-key': randomUUID() });

/** Builds what a call needs and returns a function that makes it, with one key for all times. */
async function prepare(endpoint: Endpoint) {
  const customer = await buildCustomer(app.deps, 1000);
  const caller = whoMay(endpoint).includes('CUSTOMER') ? customer : await buildAdmin(app.deps);
  const { input, file } = await buildTarget(app.deps, endpoint, endpoint.path.startsWith('/ai/') ? caller : customer);
  const headers = newKey();
  return async () => {
    const { status, body } = await app.call(endpoint, input, { token: caller.token, file, headers });
    return { status, body: body as unknown };
  };
}

/** Makes a call once and returns its reply, and how many rows of each table it changed. */
async function measure(makeCalls: () => Promise<unknown[]>) {
  const before = await readBusinessState(app);
  const replies = await makeCalls();
  const after = await readBusinessState(app);
  return { replies, after, changed: countChanges(changesBetween(before, after, BESIDE)) };
}

/** Changes by themselves: what a session was last used for, and the replies that are remembered. */
const BESIDE = ['remembered_calls', 'sessions'];

const countChanges = (changes: readonly string[]) =>
  Object.fromEntries(
    changes.map((line) => {
      const [, table = '', came = '', went = ''] = /^(\w+) \+(\d+) -(\d+)$/.exec(line) ?? [];
      return [table, Number(came) + Number(went)];
    }),
  );

describe('a write with a key does its work once', () => {
  // All of them in the long suite.
  test.each(createSampler(15)(remembered))('$name, repeated and twice at once', async ({ endpoint }) => {
    const single = await prepare(endpoint);
    const { replies, after, changed } = await measure(async () => [await single()]);
    expect(replies).toMatchObject([{ status: endpoint.status ?? 200 }]);
    expect(await single()).toEqual(replies[0]);
    expect(changesBetween(after, await readBusinessState(app), BESIDE)).toEqual([]);

    const both = await prepare(endpoint);
    const twins = await measure(() => Promise.all([both(), both()]));
    expect(twins.replies).toMatchObject([{ status: endpoint.status ?? 200 }, twins.replies[0] as object]);
    // The first may have found less to change, such as no earlier logo.
    const last = await prepare(endpoint);
    const again = await measure(async () => [await last()]);
    for (const [table, count] of Object.entries(twins.changed))
      expect([table, count <= Math.max(changed[table] ?? 0, again.changed[table] ?? 0)]).toEqual([table, true]);
  });
});

describe('a key', () => {
  const pay = (who: { token: string }, id: number, headers: Record<string, string>) =>
    app.call(confirmAndPay, { id }, { token: who.token, headers });

  test('pays once, however often and however much at once', async () => {
    const customer = await buildCustomer(app.deps, 400);
    const { id } = await buildFile(app.deps, { ...PRICED, user_id: customer.id });
    const headers = newKey();
    const replies = await Promise.all(Array.from({ length: 8 }, () => pay(customer, id, headers)));
    expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await readBalance(app, customer.id)).toBe(250);
    expect((await pay(customer, id, newKey())).status).toBe(400);
  });

  test('is for one call with one content: anything else is refused and does nothing', async () => {
    const customer = await buildCustomer(app.deps, 400);
    const [one, other] = [
      await buildFile(app.deps, { ...PRICED, user_id: customer.id }),
      await buildFile(app.deps, { ...PRICED, user_id: customer.id }),
    ];
    const headers = newKey();
    expect((await pay(customer, one.id, headers)).status).toBe(200);
    const reused = { status: 400, body: { code: 'http.idempotency_reused' } };
    expect(await pay(customer, other.id, headers)).toMatchObject(reused);
    const options = { token: customer.token, headers };
    expect(await app.call(cancelFile, { id: one.id }, options)).toMatchObject(reused);
    expect(await readBalance(app, customer.id)).toBe(250);
  });

  test('with other bytes is another content', async () => {
    const customer = await buildCustomer(app.deps);
    const file = await buildFile(app.deps, { user_id: customer.id });
    const { id } = await buildTicket(app.deps, { file_id: file.id });
    const send = (text: string) =>
      app.call(
        sendMessage,
        { id, message: 'The log.' },
        { token: customer.token, headers, file: { name: 'log.csv', bytes: new TextEncoder().encode(text) } },
      );
    const headers = newKey();
    expect((await send('one')).status).toBe(201);
    expect((await send('one')).status).toBe(201);
    expect((await send('two')).body).toMatchObject({ code: 'http.idempotency_reused' });
  });

  test('is its user’s own', async () => {
    const headers = newKey();
    for (const customer of [await buildCustomer(app.deps, 400), await buildCustomer(app.deps, 400)]) {
      const { id } = await buildFile(app.deps, { ...PRICED, user_id: customer.id });
      expect((await pay(customer, id, headers)).body.file.id).toBe(id);
    }
  });

  test('of a refused call may be used again, when nothing stands in its way any more', async () => {
    const customer = await buildCustomer(app.deps, 100);
    const { id } = await buildFile(app.deps, { ...PRICED, user_id: customer.id });
    const headers = newKey();
    expect((await pay(customer, id, headers)).status).toBe(400);
    await buildCredits(app.deps, customer.id, 100);
    expect((await pay(customer, id, headers)).status).toBe(200);
    expect(await readBalance(app, customer.id)).toBe(50);
  });

  test('whose reply cannot be kept has done nothing', async () => {
    const customer = await buildCustomer(app.deps, 400);
    const { id } = await buildFile(app.deps, { ...PRICED, user_id: customer.id });
    const headers = newKey();
    await sql`alter table remembered_calls add constraint broken check (call = '') not valid`.execute(app.ownerDb);
    expect((await pay(customer, id, headers)).status).toBe(500);
    expect(await readBalance(app, customer.id)).toBe(400);
    await sql`alter table remembered_calls drop constraint broken`.execute(app.ownerDb);
    expect((await pay(customer, id, headers)).status).toBe(200);
    expect(await readBalance(app, customer.id)).toBe(250);
  });

  test('whose reply cannot be kept has discarded nothing that a record still names', async () => {
    const file = { name: 'logo.png', bytes: await samplePicture() };
    expect((await app.call(setShopLogo, {}, { token: admin.token, file })).status).toBe(200);
    const stored = await listStoredKeys(app);
    await sql`alter table remembered_calls add constraint broken check (call = '') not valid`.execute(app.ownerDb);
    const options = { token: admin.token, headers: newKey() };
    expect((await app.call(deleteShopLogo, {}, options)).status).toBe(500);
    await sql`alter table remembered_calls drop constraint broken`.execute(app.ownerDb);
    expect(await listStoredKeys(app)).toEqual(stored);
    expect((await app.call(deleteShopLogo, {}, options)).status).toBe(200);
    expect((await listStoredKeys(app)).length).toBeLessThan(stored.length);
  });

  test('is forgotten after some days', async () => {
    const note = { kind: 'users', id: (await buildCustomer(app.deps)).id, note: 'Calls on Mondays.' };
    const options = { token: admin.token, headers: newKey() };
    const first = await app.call(addNote, note, options);
    const later = (days: number) => new Date(Date.now() + days * 86_400_000);
    await removeOldRememberedCalls(app.db, later(REMEMBERED_DAYS - 1));
    expect((await app.call(addNote, note, options)).body).toEqual(first.body);
    expect(await removeOldRememberedCalls(app.db, later(REMEMBERED_DAYS + 1))).toBeGreaterThan(0);
    expect((await app.call(addNote, note, options)).body).not.toEqual(first.body);
  });
});

test('what was sent with a key cannot be guessed from what is stored of it, such as a password', async () => {
  const staff = await buildAdmin(app.deps);
  const input = { current_password: BUILT_PASSWORD };
  expect((await app.call(signInAgain, input, { token: staff.token, headers: newKey() })).status).toBe(200);
  const [row] = await app.db.selectFrom('remembered_calls').selectAll().where('user_id', '=', staff.id).execute();
  expect(row?.input_sha256).toMatch(/^[0-9a-f]{64}$/);
  expect(row?.input_sha256).not.toBe(hash('sha256', JSON.stringify([input, null])));
});

test('every call that is left out exists, and no secret is stored', () => {
  const paths = endpoints.map(({ method, path }) => `${method} ${path}`);
  expect(Object.keys(LEFT_OUT_CALLS).filter((path) => !paths.includes(path))).toEqual([]);
  const names = remembered.map(({ name }) => name);
  for (const name of ['createAccessToken', 'createWebhook', 'changeWebhookKey', 'createUser', 'confirmSecondFactor'])
    expect(names).not.toContain(name);
});
