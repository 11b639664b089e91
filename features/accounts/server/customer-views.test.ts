import { describe, expect, test } from 'vitest';
import { endpoints, nameOf } from '../../../app/endpoints.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { isOpenToViews } from '../../../server/http/access.ts';
import { whoMay } from '../../../server/testing/authz.ts';
import { changesBetween, readBusinessState } from '../../../server/testing/business-state.ts';
import { admin, app, openStage } from '../../../server/testing/stage.ts';
import { buildNarrowed } from '../../../server/testing/staff-role-walk.ts';
import { buildCustomer } from '../../../server/testing/stories.ts';
import { rawCall } from '../../../server/testing/raw-call.ts';
import { listChanges } from '../../staff/audit/audit.calls.ts';
import { createAccessToken } from '../access-tokens.calls.ts';
import { deleteUser, getMyUser, logout, updateUser } from '../accounts.calls.ts';
import * as contract from '../customer-views.calls.ts';
import { listSecurityEvents } from '../security-log/security.calls.ts';
import { endOtherSessions, listMySessions } from '../user-sessions.calls.ts';
import { BUILT_PASSWORD, buildSignedIn } from './accounts.factory.ts';
import { openSession } from './sessions.ts';

openStage();

const REASON = 'The price list is said to be empty.';
const MINUTE_MS = 60_000;

type Session = { token: string };

const callAs = async (endpoint: Endpoint, input: Record<string, unknown>, { token }: Session) => {
  const { status, body } = await app.call(endpoint, input, { token });
  return { status, code: (body as { code?: string } | null)?.code };
};

const view = async (id: number, staff: Session = admin): Promise<Session> => {
  const { status, body } = await app.call(contract.viewAsCustomer, { id, reason: REASON }, staff);
  expect(status).toBe(201);
  return { token: (body as { token: string }).token };
};

const isOpen = async (session: Session) => (await app.call(getMyUser, {}, session)).status === 200;

const signedIn = endpoints.filter(({ who }) => who !== 'anyone');
const readsOfCustomers = signedIn.filter(
  (endpoint) => endpoint.method === 'GET' && whoMay(endpoint).includes('CUSTOMER'),
);
const VIEW_ONLY = 'session.view_only';

describe('a view of the portal as a customer', () => {
  test('reads what the portal shows, and of files, tables and secrets nothing that is not listed here', () => {
    expect(
      readsOfCustomers
        .filter((endpoint) => !isOpenToViews(endpoint))
        .map(nameOf)
        .toSorted(),
    ).toEqual([
      'downloadFileProof',
      'downloadFileProofPage',
      'downloadFurtherFile',
      'downloadGenerated',
      'downloadModified',
      'downloadOriginal',
      'downloadProof',
      'downloadProofPage',
      'downloadSessionFile',
      'downloadStatement',
      'downloadUserLedger',
      'downloadVersion',
      'listAccessTokens',
    ]);
    expect(
      signedIn
        .filter(({ forViews }) => forViews !== undefined)
        .map(nameOf)
        .toSorted(),
    ).toEqual(['downloadAttachment', 'logout']);
  });

  test('is refused every call that is no read, before anything else is looked at', async () => {
    const { token } = await view((await buildCustomer(app.deps)).id);
    const closed = signedIn.filter((endpoint) => !isOpenToViews(endpoint));
    expect(closed.length).toBeGreaterThan(signedIn.filter(({ method }) => method !== 'GET').length);
    const before = await readBusinessState(app);
    for (const { method, path } of closed) {
      const reply = await rawCall(app.url, { method, path: `/api${path.replaceAll(/:\w+/g, '1')}`, token });
      expect([method, path, reply.status, reply.text]).toEqual([method, path, 400, expect.stringContaining(VIEW_ONLY)]);
    }
    expect(changesBetween(before, await readBusinessState(app))).toEqual([]);
    expect(await isOpen({ token })).toBe(true);
  });

  test('is stored with staff and reason, shown to the customer, and in both logs; nothing else happens', async () => {
    const customer = await buildCustomer(app.deps);
    const before = await readBusinessState(app);
    const { token } = await view(customer.id);
    const changes = changesBetween(before, await readBusinessState(app));
    expect(changes).toEqual(['changes +1 -0', 'security_events +1 -0', 'sessions +1 -0']);
    const { body } = await app.call(contract.listMyViews, {}, customer);
    expect(body).toEqual([{ id: expect.any(Number), created_at: expect.any(String), reason: REASON }]);
    expect((await app.call(contract.listMyViews, {}, await buildCustomer(app.deps))).body).toEqual([]);
    const security = await app.call(listSecurityEvents, { who: customer.email }, admin);
    expect((security.body as { events: unknown[] }).events).toContainEqual(
      expect.objectContaining({ event: 'VIEWED', actor: expect.objectContaining({ id: admin.id }), detail: REASON }),
    );
    const audit = await app.call(listChanges, { about: customer.username }, admin);
    expect((audit.body as { changes: unknown[] }).changes).toContainEqual(
      expect.objectContaining({ kind: 'VIEWED', username: admin.username, new_value: REASON }),
    );
    expect((await app.call(listMySessions, {}, customer)).body).toHaveLength(1);
    expect(await callAs(logout, {}, { token })).toMatchObject({ status: 200 });
    expect(await isOpen({ token })).toBe(false);
    expect(await isOpen(customer)).toBe(true);
  });

  test('ends after half an hour, however much it is used', async () => {
    const { id } = await buildCustomer(app.deps);
    const staff = await buildSignedIn(app.deps, { role: 'ADMIN' });
    const viewed = await view(id, staff);
    for (let round = 0; round < 2; round += 1) {
      app.clock.advance(14 * MINUTE_MS);
      expect(await isOpen(viewed)).toBe(true);
    }
    app.clock.advance(3 * MINUTE_MS);
    expect(await isOpen(viewed)).toBe(false);
    expect(await isOpen(staff)).toBe(true);
  });
});

describe('a view is not opened', () => {
  const input = async (fields: Parameters<typeof buildSignedIn>[1] = {}) => ({
    id: (await buildSignedIn(app.deps, fields)).id,
    reason: REASON,
  });

  test.each([
    ['of staff', { role: 'ADMIN' }],
    ['of a locked customer', { status: 'DEACTIVE' }],
  ] as const)('%s', async (_, fields) => {
    const staff = await buildSignedIn(app.deps, { role: 'ADMIN' });
    expect(await callAs(contract.viewAsCustomer, await input(fields), staff)).toEqual({
      status: 400,
      code: 'accounts.not_viewable',
    });
  });

  test('of a deleted customer, or of nobody', async () => {
    const staff = await buildSignedIn(app.deps, { role: 'ADMIN' });
    for (const asked of [await input({ deleted_at: new Date() }), { id: 987_654_321, reason: REASON }])
      expect(await callAs(contract.viewAsCustomer, asked, staff)).toMatchObject({ status: 404 });
  });

  test('without a reason, without the capability, after an old sign-in, by a customer or by a program', async () => {
    const staff = await buildSignedIn(app.deps, { role: 'ADMIN' });
    const asked = await input();
    expect(await callAs(contract.viewAsCustomer, { ...asked, reason: ' ' }, staff)).toMatchObject({ status: 400 });
    const narrowed = await buildNarrowed(['admin-area.open', 'users.read-all']);
    expect((await callAs(contract.viewAsCustomer, asked, narrowed)).code).toBe('session.not_in_staff_role');
    const token = { name: 'x', days: 7, capabilities: ['users.view-as'], current_password: BUILT_PASSWORD };
    expect((await callAs(createAccessToken, token, staff)).code).toBe('access-tokens.not_yours');
    expect((await callAs(contract.viewAsCustomer, asked, await buildCustomer(app.deps))).status).toBe(403);
    app.clock.advance(16 * MINUTE_MS);
    expect((await callAs(contract.viewAsCustomer, asked, staff)).code).toBe('session.sign_in_again');
  });
});

describe('a view ends at once', () => {
  const build = async () => {
    const [customer, staff] = [
      await buildCustomer(app.deps),
      await buildNarrowed(['admin-area.open', 'users.view-as']),
    ];
    const viewed = await view(customer.id, staff);
    expect(await isOpen(viewed)).toBe(true);
    return { customer, staff, viewed };
  };
  type Built = Awaited<ReturnType<typeof build>>;
  const changeUser = async (id: number, changed: Record<string, unknown>) => {
    const boss = await buildSignedIn(app.deps, { role: 'ADMIN' });
    const user = { phone: '+389 70 123 456', country: 'Germany', credit_balance: 0, ai_credit_balance: 0 };
    const input = { id, ...user, balance_version: '0.0', role: 'ADMIN', status: 'ACTIVE', ...changed };
    expect(await callAs(updateUser, input, boss)).toMatchObject({ status: 200 });
  };
  const setUser = (id: number, values: object) =>
    app.ownerDb.updateTable('users').set(values).where('id', '=', id).execute();

  test.each<[string, (built: Built) => Promise<unknown>]>([
    ['its staff log out', ({ staff }) => callAs(logout, {}, staff)],
    ['they are locked', ({ staff }) => changeUser(staff.id, { status: 'DEACTIVE' })],
    ['they are no staff any more', ({ staff }) => changeUser(staff.id, { role: 'CUSTOMER' })],
    [
      'they are deleted',
      async ({ staff }) => callAs(deleteUser, { id: staff.id }, await buildSignedIn(app.deps, { role: 'ADMIN' })),
    ],
    ['they are locked in the database', ({ staff }) => setUser(staff.id, { status: 'DEACTIVE' })],
    ['they are deleted in the database', ({ staff }) => setUser(staff.id, { deleted_at: new Date() })],
    [
      'their staff role loses the capability',
      ({ staff }) =>
        app.ownerDb
          .updateTable('staff_roles')
          .set({ capabilities: ['admin-area.open'] })
          .where('id', 'in', (from) => from.selectFrom('users').select('staff_role_id').where('id', '=', staff.id))
          .execute(),
    ],
    [
      'the session of their sign-in expires',
      ({ staff }) =>
        app.ownerDb
          .updateTable('sessions')
          .set({ expires_at: app.clock.now() })
          .where('user_id', '=', staff.id)
          .execute(),
    ],
    ['the customer becomes one of the staff', ({ customer }) => setUser(customer.id, { role: 'ADMIN' })],
    ['the customer is locked', ({ customer }) => setUser(customer.id, { status: 'DEACTIVE' })],
    ['the customer logs out everywhere else', ({ customer }) => callAs(endOtherSessions, {}, customer)],
  ])('when %s', async (_, happen) => {
    const built = await build();
    await happen(built);
    expect(await callAs(getMyUser, {}, built.viewed)).toEqual({ status: 403, code: 'session.ended' });
  });

  test('and not when another session of its staff ends', async () => {
    const { staff, viewed } = await build();
    await callAs(logout, {}, { token: await openSession(app.deps, staff) });
    expect(await isOpen(viewed)).toBe(true);
  });
});
