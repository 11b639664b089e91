import { describe, expect, test } from 'vitest';
import { startTestApp } from '../../../server/testing/app.ts';
import { awaitLockWaiters } from '../../../server/testing/locks.ts';
import { buildAdmin, buildCustomer, PRICED, readBalance } from '../../../server/testing/stories.ts';
import * as credits from '../../credits/credits.calls.ts';
import * as files from '../../files/files.calls.ts';
import type { EditableUser } from '../user.ts';
import type * as accountShapes from '../user.ts';
import * as accounts from '../accounts.calls.ts';
import { buildCredits } from '../../credits/server/credits.factory.ts';
import { postJournal } from '../../credits/server/post-journal.ts';
import { buildFile } from '../../files/server/files.factory.ts';
import { buildSignedIn, buildUser } from './accounts.factory.ts';
import { admin, app, openStage } from '../../../server/testing/stage.ts';

type User = Awaited<ReturnType<typeof buildSignedIn>>;

openStage({ movesMoney: true });

const look = async (id: number) => (await app.call(accounts.getUser, { id }, admin)).body as EditableUser;
const save = (user: Record<string, unknown>, by = admin) => app.call(accounts.updateUser, user, by);
const edit = async (id: number, change: Record<string, unknown>, by = admin) =>
  save({ ...(await look(id)), ...change }, by);
const listLedgerRows = async (userId: number) =>
  (await app.call(credits.listUserLedger, { userId }, admin)).body.credits_ledger as credits.LedgerRow[];

/** Builds a customer who spent 40 of a payment that the provider reversed (rules 4). */
async function buildOverdrawn() {
  const customer = await buildCustomer(app.deps, 60);
  const lines = [{ userId: customer.id, unit: 'MAIN' as const, amountCents: -10_000 }];
  await app.db
    .transaction()
    .execute((tx) =>
      postJournal(tx, { key: `reversed:${customer.id}`, source: 'Payment', lines, mayOverdraw: true, actor: null }),
    );
  return customer;
}

describe('editing a user', { tags: ['X-API-33', 'X-API-34'] }, () => {
  test('changes phone, country, role and status; username and e-mail stay', { tags: ['X-VAL-22'] }, async () => {
    const user = await buildUser(app);
    const before = await look(user.id);
    const reply = await edit(user.id, {
      phone: '+49 30 123456',
      country: 'Germany',
      role: 'ADMIN',
      status: 'DEACTIVE',
      username: 'taken over',
      email: 'taken@example.com',
      full_name: 'Taken Over',
      verified: !before.verified,
      created_at: '2001-01-01',
    });
    expect(reply.status).toBe(200);
    const expected = { ...before, phone: '+49 30 123456', country: 'Germany', role: 'ADMIN', status: 'DEACTIVE' };
    expect(reply.body).toEqual(expected);
    expect(await look(user.id)).toEqual(expected);
  });

  test.each([
    ['role', 'OWNER', 'Please choose a role.'],
    ['status', 'GONE', 'Please choose a status.'],
    ['credit_balance', -1, 'A balance must be 0 or more.'],
    ['credit_balance', 1.005, 'A balance has at most two decimals.'],
    ['credit_balance', 10_000_001, 'A balance must be at most 10000000.'],
    ['ai_credit_balance', '100 CRS', 'A balance must be a number.'],
    ['balance_version', '', 'Please reload the user before saving.'],
    ['balance_version', '99999999999999999999999.0', 'Please reload the user before saving.'],
  ])('%s %j is refused with its own message, and nothing is saved', async (field, value, sentence) => {
    const user = await buildUser(app);
    const before = await look(user.id);
    const reply = await edit(user.id, { phone: '+1 213 373 4253', [field]: value });
    expect([reply.status, reply.body.message]).toEqual([400, sentence]);
    expect(await look(user.id)).toEqual(before);
  });

  test('a new role or a deactivation ends the sessions; nothing else does', { tags: ['X-STA-05'] }, async () => {
    const isIn = async ({ token }: User) => (await app.call(accounts.getMyUser, {}, { token })).status === 200;
    const [stays, promoted, stopped] = [
      await buildCustomer(app.deps),
      await buildCustomer(app.deps),
      await buildCustomer(app.deps),
    ];
    await edit(stays.id, { phone: '+1 213 373 4253', credit_balance: 5 });
    await edit(promoted.id, { role: 'ADMIN' });
    await edit(stopped.id, { status: 'DEACTIVE' });
    expect([await isIn(stays), await isIn(promoted), await isIn(stopped)]).toEqual([true, false, false]);
    await edit(stopped.id, { status: 'ACTIVE' });
    expect(await isIn(stopped)).toBe(false);
  });

  test('users cannot take away their own rights or delete themselves', async () => {
    const own = await look(admin.id);
    expect((await save({ ...own, role: 'CUSTOMER' })).body.message).toBe(
      'You cannot take away your own administrator role.',
    );
    expect((await save({ ...own, status: 'DEACTIVE' })).body.message).toBe('You cannot deactivate your own account.');
    expect((await app.call(accounts.deleteUser, { id: admin.id }, admin)).body.message).toBe(
      'You cannot delete your own account.',
    );
    expect((await save({ ...own, phone: '+1 213 373 4253' })).status).toBe(200);
  });
});

test('of two administrators who remove each other at once, one remains', async () => {
  const island = await startTestApp();
  for (const how of ['role', 'status', 'delete'] as const) {
    await island.db.updateTable('users').set({ role: 'CUSTOMER' }).execute();
    const [one, two] = [await buildAdmin(island.deps), await buildAdmin(island.deps)];
    const attack = async (by: User, victim: User) => {
      if (how === 'delete') return island.call(accounts.deleteUser, { id: victim.id }, by);
      const { body } = await island.call(accounts.getUser, { id: victim.id }, by);
      return island.call(
        accounts.updateUser,
        { ...body, ...(how === 'role' ? { role: 'CUSTOMER' } : { status: 'DEACTIVE' }) },
        by,
      );
    };
    const replies = await Promise.all([attack(one, two), attack(two, one)]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = island.db.selectFrom('users').select('id').where('role', '=', 'ADMIN').where('status', '=', 'ACTIVE');
    expect(await left.where('deleted_at', 'is', null).execute()).toHaveLength(1);
  }
  await island.stop();
});

describe('deleting a user', { tags: ['X-API-35', 'X-ERR-43'] }, () => {
  test('hides the account and keeps its files and its ledger', async () => {
    const customer = await buildCustomer(app.deps, 70);
    const file = await buildFile(app, { user_id: customer.id });
    const reply = await app.call(accounts.deleteUser, { id: customer.id }, admin);
    expect([reply.status, reply.body.message]).toEqual([200, 'User deleted successfully!']);
    expect((await app.call(accounts.getUser, { id: customer.id }, admin)).status).toBe(404);
    expect((await app.call(accounts.deleteUser, { id: customer.id }, admin)).status).toBe(404);
    const list = (await app.call(accounts.listUsers, {}, admin)).body as accountShapes.User[];
    expect(list.map(({ id }) => id)).not.toContain(customer.id);
    expect((await app.call(files.getFile, { id: file.id }, admin)).status).toBe(200);
    expect(await readBalance(app, customer.id)).toBe(70);
    expect(await listLedgerRows(customer.id)).toHaveLength(1);
  });
});

describe('editing a balance (rules 4)', () => {
  test('posts the difference as Admin, up and down, and records the administrator', async () => {
    const customer = await buildCustomer(app.deps);
    await edit(customer.id, { credit_balance: 200 });
    const reply = await edit(customer.id, { credit_balance: 149.99 });
    expect(reply.body).toMatchObject({ credit_balance: 149.99, ai_credit_balance: 0, balance_version: '2.0' });
    expect(
      (await listLedgerRows(customer.id)).map((row) => [row.source, row.credit_balance, row.balance_after]),
    ).toEqual([
      ['Admin', -50.01, 149.99],
      ['Admin', 200, 200],
    ]);
    const journals = app.db.selectFrom('credit_journals').select(['key', 'user_id', 'request_id']);
    expect(await journals.where('key', 'like', `admin:${customer.id}:%`).orderBy('id').execute()).toEqual([
      {
        key: `admin:${customer.id}:MAIN:0`,
        user_id: admin.id,
        request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      },
      {
        key: `admin:${customer.id}:MAIN:1`,
        user_id: admin.id,
        request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      },
    ]);
  });

  test('saving a phone number never touches money, even if the balance has changed meanwhile', async () => {
    const customer = await buildCustomer(app.deps, 100);
    const seen = await look(customer.id);
    await buildCredits(app, customer.id, 25, { source: 'Payment' });
    await buildCredits(app, customer.id, 3, { unit: 'AI' });
    const reply = await save({ ...seen, phone: '+1 213 373 4253' });
    expect(reply.body).toMatchObject({ phone: '+1 213 373 4253', credit_balance: 125, ai_credit_balance: 3 });
    expect((await listLedgerRows(customer.id)).map(({ source }) => source)).toEqual(['Admin', 'Payment', 'Admin']);
  });

  test('a balance below 0 stays as it is while another field is saved, but cannot be entered', async () => {
    const customer = await buildOverdrawn();
    const seen = await look(customer.id);
    expect(seen).toMatchObject({ credit_balance: -40, ai_credit_balance: 0 });
    expect(await save({ ...seen, phone: '+1 213 373 4253', status: 'DEACTIVE' })).toMatchObject({
      status: 200,
      body: { phone: '+1 213 373 4253', status: 'DEACTIVE', credit_balance: -40 },
    });
    for (const change of [{ credit_balance: -39.99 }, { credit_balance: -50 }, { ai_credit_balance: -40 }]) {
      const reply = await edit(customer.id, { ...change, phone: '+1 213 373 4254' });
      const [field] = Object.keys(change);
      expect([reply.status, reply.body.field, reply.body.message]).toEqual([
        400,
        field,
        'A balance must be 0 or more.',
      ]);
    }
    expect(await look(customer.id)).toMatchObject({ credit_balance: -40, phone: '+1 213 373 4253' });
    expect((await edit(customer.id, { credit_balance: 0 })).body.credit_balance).toBe(0);
    expect((await listLedgerRows(customer.id)).map(({ source, credit_balance }) => [source, credit_balance])).toEqual([
      ['Admin', 40],
      ['Payment', -100],
      ['Admin', 60],
    ]);
  });

  test('an edit based on an outdated balance below 0 keeps the new balance or is refused like any other', async () => {
    const customer = await buildOverdrawn();
    const seen = await look(customer.id);
    await buildCredits(app, customer.id, 100);
    expect((await save({ ...seen, phone: '+1 213 373 4253' })).body).toMatchObject({
      phone: '+1 213 373 4253',
      credit_balance: 60,
    });
    const reply = await save({ ...seen, credit_balance: -10 });
    expect(reply.body.message).toBe('The balance changed while you were editing (now 60.00). Please reload.');
  });

  test('an edit overtaken by a payment is refused as a whole, with the current balance', async () => {
    const customer = await buildCustomer(app.deps, 100);
    const file = await buildFile(app, { ...PRICED, price_cents: 4000, user_id: customer.id });
    const seen = await look(customer.id);
    await app.call(files.confirmAndPay, { id: file.id }, customer);
    const reply = await save({ ...seen, credit_balance: 120, ai_credit_balance: 30, phone: '+1 213 373 4253' });
    expect([reply.status, reply.body]).toEqual([
      400,
      {
        code: 'credits.balance_changed',
        message: 'The balance changed while you were editing (now 60.00). Please reload.',
        field: 'credit_balance',
        values: { balance: { cents: 6000 } },
      },
    ]);
    expect(await look(customer.id)).toMatchObject({ credit_balance: 60, ai_credit_balance: 0, phone: seen.phone });
  });

  test('an edit that waits for a payment elsewhere gets the ordinary 400', { tags: ['X-ERR-52'] }, async () => {
    const customer = await buildCustomer(app.deps, 100);
    const seen = await look(customer.id);
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
    const { promise: hasTaken, resolve: taken } = Promise.withResolvers<void>();
    const payment = app.db.transaction().execute(async (tx) => {
      const lines = [{ userId: customer.id, unit: 'MAIN' as const, amountCents: -4000 }];
      await postJournal(tx, { key: `slow:${customer.id}`, source: 'Upload', lines, actor: null });
      taken();
      await mayCommit;
    });
    await hasTaken;
    let isDone = false;
    const response = save({ ...seen, credit_balance: 300, phone: '+1 213 373 4253' }).finally(() => (isDone = true));
    try {
      await awaitLockWaiters(app, 1);
      expect(isDone).toBe(false);
    } finally {
      commit();
      await payment;
    }
    const { status, body } = await response;
    expect([status, body.code, body.message]).toEqual([
      400,
      'credits.balance_changed',
      'The balance changed while you were editing (now 60.00). Please reload.',
    ]);
    expect(await look(customer.id)).toMatchObject({ credit_balance: 60, phone: seen.phone });
  });

  test('a version that never existed is refused too', async () => {
    const customer = await buildCustomer(app.deps, 100);
    const reply = await edit(customer.id, { balance_version: '7.0', credit_balance: 100 });
    expect(reply.body.message).toBe('The balance changed while you were editing (now 100.00). Please reload.');
  });

  test('of two simultaneous edits of the same version, one succeeds and the other has to reload', async () => {
    for (let round = 0; round < 5; round += 1) {
      const customer = await buildCustomer(app.deps, 100);
      const seen = await look(customer.id);
      const replies = await Promise.all([150, 180].map((credit_balance) => save({ ...seen, credit_balance })));
      const [won, lost] = [replies.find(({ status }) => status === 200), replies.find(({ status }) => status === 400)];
      expect(lost?.body.message).toBe(
        `The balance changed while you were editing (now ${won?.body.credit_balance}.00). Please reload.`,
      );
      expect(await readBalance(app, customer.id)).toBe(won?.body.credit_balance);
      expect(await listLedgerRows(customer.id)).toHaveLength(2);
    }
  });

  test('a simultaneous edit and payment never undo each other', async () => {
    for (let round = 0; round < 8; round += 1) {
      const customer = await buildCustomer(app.deps, 100);
      const file = await buildFile(app, { ...PRICED, price_cents: 4000, user_id: customer.id });
      const seen = await look(customer.id);
      const [edited, paid] = await Promise.all([
        save({ ...seen, credit_balance: 300 }),
        app.call(files.confirmAndPay, { id: file.id }, customer),
      ]);
      expect(paid.status).toBe(200);
      expect(await readBalance(app, customer.id)).toBe(edited.status === 200 ? 260 : 60);
    }
  });

  test('an edit waits for a call that holds the session of the user before it locks a balance, and both succeed', async () => {
    const customer = await buildCustomer(app.deps, 100);
    const seen = await look(customer.id);
    const edited = await app.ownerDb.transaction().execute(async (tx) => {
      // As DTC OFF does: first the session of its customer, then the balance.
      await tx.selectFrom('users').select('id').where('id', '=', customer.id).forNoKeyUpdate().execute();
      const saving = save({ ...seen, credit_balance: 300 });
      await awaitLockWaiters(app, 1);
      await tx.selectFrom('credit_accounts').select('id').where('user_id', '=', customer.id).forNoKeyUpdate().execute();
      // The call may also notify an administrator, whose row its notification refers to.
      await tx.selectFrom('users').select('id').where('id', '=', admin.id).forKeyShare().execute();
      return { saving };
    });
    expect((await edited.saving).status).toBe(200);
    expect(await readBalance(app, customer.id)).toBe(300);
  });

  test('MAIN and AI never mix: none pays for the other or counts in its totals', { tags: ['X-CRS-02'] }, async () => {
    const customer = await buildCustomer(app.deps);
    await edit(customer.id, { ai_credit_balance: 500 });
    expect(await look(customer.id)).toMatchObject({
      credit_balance: 0,
      ai_credit_balance: 500,
      balance_version: '0.1',
    });
    const file = await buildFile(app, { ...PRICED, user_id: customer.id });
    expect((await app.call(files.confirmAndPay, { id: file.id }, customer)).body.code).toBe('credits.not_enough');
    const ledger = await app.call(credits.listUserLedger, { userId: customer.id }, customer);
    expect(ledger.body).toMatchObject({
      admin: 0,
      total_rows: 1,
      credits_ledger: [{ unit: 'AI', credit_balance: 500 }],
    });
    await edit(customer.id, { credit_balance: 150 });
    expect((await app.call(files.confirmAndPay, { id: file.id }, customer)).status).toBe(200);
    expect([await readBalance(app, customer.id), await readBalance(app, customer.id, 'AI')]).toEqual([0, 500]);
  });
});
