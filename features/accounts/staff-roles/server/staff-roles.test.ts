import { setTimeout } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { CAPABILITIES, type Capability } from '../../../../contract/capabilities.ts';
import { STAFF_CAPABILITIES } from '../staff-role-forms.ts';
import { BUILT_IN_STAFF_ROLES } from '../../../../contract/staff-roles.ts';
import { admin, app, openStage } from '../../../../server/testing/stage.ts';
import { rawCall } from '../../../../server/testing/raw-call.ts';
import { buildNarrowed } from '../../../../server/testing/staff-role-walk.ts';
import { buildCustomer } from '../../../../server/testing/stories.ts';
import * as files from '../../../files/files.calls.ts';
import { buildFile } from '../../../files/server/files.factory.ts';
import { buildPaymentMessage } from '../../../payments/server/payments.factory.ts';
import { type CustomerOverview, getCustomerOverview } from '../../../staff/customer/customer-page.calls.ts';
import { getUserDashboard } from '../../../staff/dashboard/dashboard.calls.ts';
import { listChanges } from '../../../staff/audit/audit.calls.ts';
import { buildTicket } from '../../../tickets/server/tickets.factory.ts';
import * as tickets from '../../../tickets/tickets.calls.ts';
import type { User } from '../../user.ts';
import * as accounts from '../../accounts.calls.ts';
import { buildSignedIn, buildUser } from '../../server/accounts.factory.ts';
import { createUser } from '../../user-creation.calls.ts';
import { listSecurityEvents } from '../../security-log/security.calls.ts';
import * as contract from '../staff-roles.calls.ts';
import type { StaffRole } from '../staff-roles.calls.ts';
import { storeBuiltInRoles } from './staff-roles.ts';

openStage({ config: { trustedProxies: '127.0.0.1' } });
beforeAll(() => storeBuiltInRoles(app.deps));

const create = async (capabilities: readonly Capability[], name = `Role ${Math.random()}`): Promise<StaffRole> =>
  (await app.call(contract.createStaffRole, { name, capabilities }, admin)).body;
const codeOf = ({ status, body }: { status: number; body: unknown }) => [status, (body as { code?: string }).code];
const edit = async (id: number, change: Record<string, unknown>, who = admin) => {
  const before = (await app.call(accounts.getUser, { id }, admin)).body;
  return app.call(accounts.updateUser, { ...before, id, ...change }, who);
};

test('the built-in staff roles open the area of the staff and have nothing but what administrators have', () => {
  for (const capabilities of Object.values(BUILT_IN_STAFF_ROLES)) {
    expect(capabilities).toContain('admin-area.open');
    expect(capabilities.filter((one) => !CAPABILITIES[one].some((role) => role === 'ADMIN'))).toEqual([]);
    expect(new Set(capabilities).size).toBe(capabilities.length);
  }
});

test('every portal has the built-in staff roles, also after another start', async () => {
  await storeBuiltInRoles(app.deps);
  const roles = (await app.call(contract.listStaffRoles, {}, admin)).body as StaffRole[];
  const builtIn = roles.filter((role) => role.is_built_in).map(({ name, capabilities }) => [name, capabilities]);
  expect(Object.fromEntries(builtIn)).toEqual(BUILT_IN_STAFF_ROLES);
});

describe('an administrator whom a staff role narrows', () => {
  test('changes no roles, not even with the capability to change users', async () => {
    const narrowed = await buildNarrowed(['admin-area.open', 'users.change', 'users.read-all']);
    const [customer, role] = [await buildUser(app.deps), await create(['users.read-all'])];
    expect(codeOf(await edit(customer.id, { role: 'ADMIN' }, narrowed))).toEqual([400, 'staff-roles.needs_everything']);
    expect(codeOf(await edit(narrowed.id, { staff_role_id: null }, narrowed))).toEqual([
      400,
      'staff-roles.needs_everything',
    ]);
    const another = {
      username: 'Second',
      full_name: 'Second',
      email: 'second@example.com',
      role: 'ADMIN',
      invite: false,
    };
    expect(codeOf(await app.call(createUser, another, narrowed))).toEqual([400, 'staff-roles.needs_everything']);
    const wider = { id: role.id, name: role.name, capabilities: ['settings.change'] };
    for (const reply of [
      await app.call(contract.createStaffRole, wider, narrowed),
      await app.call(contract.updateStaffRole, wider, narrowed),
      await app.call(contract.deleteStaffRole, { id: role.id }, narrowed),
    ])
      expect(codeOf(reply)).toEqual([400, 'staff-roles.needs_everything']);
    expect((await edit(customer.id, { country: 'Italy' }, narrowed)).status).toBe(200);
  });

  test('is in the security log with every call that the staff role leaves out', async () => {
    const narrowed = await buildNarrowed(['admin-area.open', 'users.change', 'users.read-all']);
    expect(codeOf(await app.call(listSecurityEvents, {}, narrowed))).toEqual([400, 'session.not_in_staff_role']);
    await edit(narrowed.id, { staff_role_id: null }, narrowed);
    await app.settled();
    const refused = app.db.selectFrom('security_events').select(['event', 'reason', 'call']);
    expect(await refused.where('actor_id', '=', narrowed.id).orderBy('id').execute()).toEqual([
      { event: 'FORBIDDEN', reason: 'WRONG_ROLE', call: 'GET /api/security-events' },
      { event: 'FORBIDDEN', reason: 'WRONG_ROLE', call: 'PUT /api/users/:id' },
    ]);
  });
});

test('a staff role that is deleted while it is given to somebody is refused as unknown', async () => {
  const [staff, role] = [await buildUser(app.deps, { role: 'ADMIN' }), await create(['users.read-all'])];
  let giving: ReturnType<typeof edit> | undefined;
  await app.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('staff_roles').where('id', '=', role.id).execute();
    giving = edit(staff.id, { staff_role_id: role.id });
    await setTimeout(500);
  });
  expect(codeOf((await giving) as Awaited<typeof giving> & object)).toEqual([400, 'staff-roles.unknown']);
});

test('a staff role of deleted accounts only counts them, since each can be restored with it', async () => {
  const role = await create(['users.read-all']);
  const { id } = await buildUser(app.deps, { role: 'ADMIN', staff_role_id: role.id, deleted_at: new Date() });
  const remove = () => app.call(contract.deleteStaffRole, { id: role.id }, admin);
  expect(codeOf(await remove())).toEqual([400, 'staff-roles.in_use']);
  const roles = (await app.call(contract.listStaffRoles, {}, admin)).body as StaffRole[];
  expect(roles.find((one) => one.id === role.id)).toMatchObject({ users: 1 });
  await app.db.updateTable('users').set({ erased_at: new Date() }).where('id', '=', id).execute();
  expect((await remove()).status).toBe(200);
});

describe('what belongs to a customer', () => {
  test('is not canceled, answered or counted by staff whose role leaves that out', async () => {
    const customer = await buildCustomer(app.deps, 40);
    const file = await buildFile(app, { user_id: customer.id });
    const reader = await buildNarrowed(['admin-area.open', 'files.read-all', 'tickets.read-all', 'users.read-all']);
    const message = { message: 'Hello', subject: '', fileId: file.id };
    for (const reply of [
      await app.call(files.cancelFile, { id: file.id }, reader),
      await app.call(tickets.openTicket, message, reader),
      await app.call(getUserDashboard, { userId: customer.id }, reader),
    ])
      expect(codeOf(reply)).toEqual([400, 'session.not_in_staff_role']);
    const ticket = await buildTicket(app, { file_id: file.id });
    const answer = await app.call(tickets.sendMessage, { id: ticket.id, message: 'Hello' }, reader);
    expect(codeOf(answer)).toEqual([400, 'session.not_in_staff_role']);
    expect((await app.call(files.getFile, { id: file.id }, customer)).body.file.status).toBe('PENDING');
  });

  test('is left out of the page of a customer where the staff role leaves it out', async () => {
    const customer = await buildCustomer(app.deps, 40);
    await buildPaymentMessage(app, { user_id: customer.id });
    await buildFile(app, { user_id: customer.id });
    const read = async (capabilities: readonly Capability[]) => {
      const { body } = await app.call(getCustomerOverview, { id: customer.id }, await buildNarrowed(capabilities));
      const { files: sent, ledger, payments, sessions, security } = body as CustomerOverview;
      return [sent, ledger, payments, sessions, security].map((rows) => rows.length > 0);
    };
    expect(await read(BUILT_IN_STAFF_ROLES['SUPPORT'] ?? [])).toEqual([true, false, false, false, false]);
    expect(await read(BUILT_IN_STAFF_ROLES['ACCOUNTANT'] ?? [])).toEqual([false, true, true, false, false]);
    expect(await read(STAFF_CAPABILITIES)).toEqual([true, true, true, true, expect.any(Boolean)]);
  });
});

describe('the balances of users', () => {
  const asStaff = async (name: string) => buildNarrowed(BUILT_IN_STAFF_ROLES[name] ?? []);
  const inEach = (balances: unknown) => Array.from({ length: 3 }, () => balances);
  const seen = ({ credit_balance, ai_credit_balance }: User) => [credit_balance, ai_credit_balance];

  test('are in no reply to staff whose role leaves them out, and in every one to the others', async () => {
    const { id } = await buildCustomer(app.deps, 40);
    const read = async (reader: Awaited<ReturnType<typeof buildNarrowed>>) => {
      const [page, all] = [
        (await app.call(accounts.listUsers, { limit: 100 }, reader)).body.rows as User[],
        (await app.call(accounts.listUsers, {}, reader)).body as User[],
      ];
      const one = (await app.call(accounts.getUser, { id }, reader)).body as User;
      return [...page, ...all, one].filter((user) => user.id === id).map(seen);
    };
    expect(await read(await asStaff('SUPPORT'))).toEqual(inEach([null, null]));
    expect(await read(await asStaff('ACCOUNTANT'))).toEqual(inEach([40, 0]));
    expect(await read(await buildNarrowed(['users.read-all', 'users.change']))).toEqual(inEach([40, 0]));
  });

  test('are not told by the order of a list, or by its table', async () => {
    await buildCustomer(app.deps, 70);
    await buildCustomer(app.deps, 50);
    const [support, accountant] = [await asStaff('SUPPORT'), await asStaff('ACCOUNTANT')];
    const order = async (reader: typeof support, input: Record<string, unknown>) =>
      ((await app.call(accounts.listUsers, { limit: 5, ...input }, reader)).body.rows as User[]).map(({ id }) => id);
    const byCredits = { sort: 'credits', order: 'desc' };
    expect(await order(support, byCredits)).toEqual(await order(support, { sort: 'id', order: 'desc' }));
    expect(await order(accountant, byCredits)).not.toEqual(await order(support, byCredits));
    const columns = async (reader: typeof support) =>
      (await rawCall(app.url, { method: 'GET', path: '/api/users/csv', token: reader.token })).text.split('\n')[0];
    expect(await columns(support)).not.toMatch(/credit/i);
    expect(await columns(accountant)).toMatch(/Credit Balance/);
  });
});

test('lists of files and tickets are whole without what colleagues work on', async () => {
  const customer = await buildCustomer(app.deps, 40);
  const file = await buildFile(app, { user_id: customer.id });
  await buildTicket(app, { file_id: file.id });
  const reader = await buildNarrowed(['files.read-all', 'tickets.read-all']);
  const empty = { user_id: null, assignee_id: null, waits_since: null };
  for (const list of [files.listFiles, tickets.listTickets]) {
    expect((await app.call(list, { limit: 10 }, reader)).body.rows[0]).toMatchObject(empty);
    expect((await app.call(list, {}, reader)).body[0]).toMatchObject(empty);
  }
});

describe('the last administrator who may do everything', () => {
  test('stays one', async () => {
    const role = await create(['users.read-all']);
    await buildNarrowed(STAFF_CAPABILITIES);
    const others = await app.db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'ADMIN')
      .where('staff_role_id', 'is', null)
      .where('id', '<>', admin.id)
      .execute();
    for (const { id } of others) await edit(id, { staff_role_id: role.id });
    const second = await buildSignedIn(app.deps, { role: 'ADMIN' });
    expect((await edit(second.id, { staff_role_id: role.id })).status).toBe(200);
    expect(codeOf(await edit(admin.id, { staff_role_id: role.id }))).toEqual([400, 'accounts.own_role']);
    expect((await app.call(accounts.getMyUser, {}, admin)).body.staff_capabilities).toBeNull();
  });
});

describe('a staff role', () => {
  test('ends the sessions of its holders when it is given, taken away or changed, and applies at the next login', async () => {
    const holder = await buildSignedIn(app.deps, { role: 'ADMIN' });
    const role = await create(['tickets.read-all']);
    const isOpen = async () => (await app.call(accounts.getMyUser, {}, holder)).status === 200;
    expect(await isOpen()).toBe(true);
    await edit(holder.id, { staff_role_id: role.id });
    expect(await isOpen()).toBe(false);
    const again = await buildSignedIn(app.deps, { role: 'ADMIN', staff_role_id: role.id });
    const me = (await app.call(accounts.getMyUser, {}, again)).body;
    expect([me.role, me.staff_capabilities]).toEqual(['ADMIN', ['admin-area.open', 'tickets.read-all']]);
    await app.call(contract.updateStaffRole, { ...role, capabilities: ['users.read-all'] }, admin);
    expect((await app.call(accounts.getMyUser, {}, again)).status).toBe(403);
  });

  test('that loses the work on files frees the files of its holders; one that loses something else does not', async () => {
    const role = await create(['files.process', 'files.read-all', 'notes.use']);
    const holder = await buildUser(app.deps, { role: 'ADMIN', staff_role_id: role.id });
    const customer = await buildCustomer(app.deps);
    const { id } = await buildFile(app, { user_id: customer.id, assignee_id: holder.id });
    const assignee = async () => (await app.call(files.getFile, { id }, admin)).body.file.assignee_id;
    const narrow = (capabilities: Capability[]) =>
      app.call(contract.patchStaffRole, { id: role.id, capabilities }, admin);
    await narrow(['files.process', 'files.read-all']);
    expect(await assignee()).toBe(holder.id);
    await narrow(['files.read-all']);
    expect(await assignee()).toBeNull();
  });

  test('is in the audit list with who added, changed or deleted it, and what that allowed', async () => {
    const name = `Recorded ${Math.random()}`;
    const role = await create(['users.read-all', 'files.read-all'], name);
    await app.call(contract.patchStaffRole, { id: role.id, capabilities: ['users.change', 'files.read-all'] }, admin);
    await app.call(contract.patchStaffRole, { id: role.id, name: `${name} again` }, admin);
    await app.call(contract.deleteStaffRole, { id: role.id }, admin);
    const { changes } = (await app.call(listChanges, { about: name }, admin)).body;
    const all = 'admin-area.open, files.read-all, users';
    expect(changes).toMatchObject([
      { kind: 'DELETED', subject_name: `${name} again`, old_value: `${all}.change`, new_value: null },
      { kind: 'ROLE', field: 'name', old_value: name, new_value: `${name} again` },
      { kind: 'ROLE', field: 'capabilities', old_value: 'users.read-all', new_value: 'users.change' },
      { kind: 'CREATED', subject_name: name, old_value: null, new_value: `${all}.read-all` },
    ]);
    for (const change of changes) {
      expect(change).toMatchObject({ subject: 'STAFF_ROLE', subject_id: role.id, username: admin.username });
    }
  });

  test('that is refused is not in the audit list', async () => {
    const name = `Refused ${Math.random()}`;
    const role = await create([], name);
    await app.call(contract.createStaffRole, { name, capabilities: ['users.change'] }, admin);
    await buildSignedIn(app.deps, { role: 'ADMIN', staff_role_id: role.id });
    await app.call(contract.deleteStaffRole, { id: role.id }, admin);
    const { changes } = (await app.call(listChanges, { about: name }, admin)).body;
    expect(changes).toMatchObject([{ kind: 'CREATED', new_value: 'admin-area.open' }]);
  });

  test('that somebody has is not deleted, nor is a built-in one; two have no name in common', async () => {
    const role = await create([], 'Night shift');
    await buildSignedIn(app.deps, { role: 'ADMIN', staff_role_id: role.id });
    expect(codeOf(await app.call(contract.deleteStaffRole, { id: role.id }, admin))).toEqual([
      400,
      'staff-roles.in_use',
    ]);
    const builtIn = ((await app.call(contract.listStaffRoles, {}, admin)).body as StaffRole[]).find(
      (one) => one.is_built_in,
    ) as StaffRole;
    expect(codeOf(await app.call(contract.deleteStaffRole, { id: builtIn.id }, admin))).toEqual([
      400,
      'staff-roles.built_in',
    ]);
    expect(codeOf(await app.call(contract.updateStaffRole, builtIn, admin))).toEqual([400, 'staff-roles.built_in']);
    const taken = await app.call(contract.createStaffRole, { name: 'night SHIFT', capabilities: [] }, admin);
    expect(codeOf(taken)).toEqual([400, 'staff-roles.name_taken']);
  });

  test('of a customer does not exist: a role that is no longer ADMIN drops it', async () => {
    const role = await create(['users.read-all']);
    const user = await buildUser(app.deps, { role: 'ADMIN', staff_role_id: role.id });
    expect((await edit(user.id, { role: 'CUSTOMER' })).body).toMatchObject({ role: 'CUSTOMER', staff_role_id: null });
  });
});

test('a staff role that does not exist is refused with its field, for a user and a new one, and nothing changes', async () => {
  const user = await buildUser(app);
  const unknown = [400, 'staff-roles.unknown'];
  expect(codeOf(await edit(user.id, { role: 'ADMIN', staff_role_id: 424_242 }))).toEqual(unknown);
  expect(
    codeOf(await app.call(accounts.patchUser, { id: user.id, role: 'ADMIN', staff_role_id: 424_242 }, admin)),
  ).toEqual(unknown);
  expect((await app.call(accounts.getUser, { id: user.id }, admin)).body).toMatchObject({ role: 'CUSTOMER' });
  const form = { username: 'New', full_name: 'New', email: 'new@example.com', role: 'ADMIN', invite: true };
  expect(codeOf(await app.call(createUser, { ...form, staff_role_id: 424_242 }, admin))).toEqual(unknown);
});
