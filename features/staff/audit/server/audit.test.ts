import { describe, expect, test } from 'vitest';
import { buildAdmin, buildCustomer, buildPaidFile, PRICED } from '../../../../server/testing/stories.ts';
import type { EditableUser } from '../../../accounts/user.ts';
import * as accounts from '../../../accounts/accounts.calls.ts';
import * as files from '../../../files/files.calls.ts';
import * as review from '../../../files/review/review.calls.ts';
import * as audit from '../audit.calls.ts';
import { deleteSolution } from '../../../catalogue/catalogue.calls.ts';
import { buildSolution } from '../../../catalogue/server/catalogue.factory.ts';
import { buildUser } from '../../../accounts/server/accounts.factory.ts';
import { buildFile } from '../../../files/server/files.factory.ts';
import type { InputOf, ReplyOf } from '../../../../contract/endpoint.ts';
import { recordChange, type RecordedChange } from './audit.ts';
import { admin, app, openStage } from '../../../../server/testing/stage.ts';

type Page = ReplyOf<typeof audit.listChanges>;

openStage();

const list = async (filter: Record<string, unknown> = {}): Promise<Page> => {
  const reply = await app.call(audit.listChanges, filter, admin);
  expect(reply.status).toBe(200);
  return reply.body as Page;
};
const messages = async (about: string) =>
  (await list({ about })).changes.map(({ username, kind, field, old_value, new_value }) => [
    username,
    field === null ? kind : `${kind} ${field}`,
    old_value,
    new_value,
  ]);
const look = async (id: number) => (await app.call(accounts.getUser, { id }, admin)).body as EditableUser;
const record = (change: Partial<RecordedChange>, by: number | null = admin.id) =>
  app.db.transaction().execute((tx) =>
    recordChange(tx, by === null ? null : { id: by, requestId: 'r' }, {
      kind: 'CONFIGURATION',
      subject: { kind: 'CONFIGURATION', name: 'Banner Text' },
      from: 'a',
      to: 'b',
      ...change,
    }),
  );

describe('the audit list shows who changed what, with the old and new values', () => {
  test('for a user: balances, role, status, phone and country, and the deletion', async () => {
    const user = await buildUser(app.deps, {
      username: 'Audited Workshop',
      phone: '+1 213 373 4253',
      country: 'Germany',
    });
    const seen = await look(user.id);
    const change = { credit_balance: 120.5, ai_credit_balance: 10, role: 'ADMIN', status: 'DEACTIVE' };
    await app.call(accounts.updateUser, { ...seen, ...change, phone: '+1 213 373 4255', country: 'Italy' }, admin);
    await app.call(accounts.deleteUser, { id: user.id }, admin);
    const who = admin.username;
    expect(await messages('audited work')).toEqual([
      [who, 'DELETED', user.email, null],
      [who, 'CONTACT country', 'Germany', 'Italy'],
      [who, 'CONTACT phone', '+1 213 373 4253', '+1 213 373 4255'],
      [who, 'STATUS', 'ACTIVE', 'DEACTIVE'],
      [who, 'ROLE', 'CUSTOMER', 'ADMIN'],
      [who, 'AI_BALANCE No reason was given.', '0.00', '10.00'],
      [who, 'BALANCE No reason was given.', '0.00', '120.50'],
    ]);
    const [newest] = (await list({ about: 'Audited Workshop' })).changes;
    expect(newest).toMatchObject({ subject: 'USER', subject_id: user.id, subject_name: 'Audited Workshop' });
  });

  test('for a file: price, feasibility, status, modified file, cancellation and undo, refund, deletion', async () => {
    const owner = await buildCustomer(app.deps);
    const file = await buildFile(app.deps, { user_id: owner.id, file_name: 'Golf.bin', price_cents: 5000 });
    const possible = { id: file.id, feasible: 'POSSIBLE', price: 80, notes: '' };
    const bytes = new TextEncoder().encode('a modified image');
    await app.call(review.setFeasibility, possible, { ...admin, file: { name: 'mod.bin', bytes } });
    await app.call(files.cancelFile, { id: file.id }, admin);
    await app.call(files.undoCancel, { id: file.id }, admin);
    await app.call(files.deleteFile, { id: file.id }, admin);
    const who = admin.username;
    expect(await messages(file.file_id)).toEqual([
      [who, 'DELETED', 'Golf.bin', null],
      [who, 'FILE_STATUS', 'CANCELED', 'PROCESSED'],
      [who, 'FILE_STATUS', 'PROCESSED', 'CANCELED'],
      [who, 'MODIFIED_FILE', null, expect.stringMatching(/^mod\.bin \([0-9a-f]{8}\)$/)],
      [who, 'FILE_STATUS', 'PENDING', 'PROCESSED'],
      [who, 'FEASIBILITY', null, 'POSSIBLE'],
      [who, 'PRICE', '50.00', '80.00'],
    ]);
    const paid = await buildPaidFile(app.deps, { user_id: owner.id });
    await app.call(files.cancelFile, { id: paid.id }, admin);
    expect(await messages(paid.file_id)).toEqual([[who, 'FILE_STATUS', 'PROCESSED', 'REFUNDED']]);
    const hopeless = await buildFile(app.deps, { user_id: owner.id });
    await app.call(review.setFeasibility, { id: hopeless.id, feasible: 'NOT_POSSIBLE', notes: '' }, admin);
    expect(await messages(hopeless.file_id)).toEqual([
      [who, 'FILE_STATUS', 'PENDING', 'IN_PROGRESS'],
      [who, 'FEASIBILITY', null, 'NOT_POSSIBLE'],
    ]);
  });

  test('and whether it is still there to be opened', async () => {
    const { id, name } = await buildSolution(app.deps, { name: 'Removed stage' });
    await record({ kind: 'PRICE', subject: { kind: 'SOLUTION', id, name } });
    const gone = async () => (await list({ about: name })).changes.map(({ is_gone }) => is_gone);
    expect(await gone()).toEqual([false]);
    await app.call(deleteSolution, { id }, admin);
    expect(await gone()).toEqual([true, true]);
  });

  test('but nothing that stayed the same or was refused', async () => {
    const customer = await buildCustomer(app.deps, 100);
    const file = await buildFile(app.deps, { ...PRICED, price_cents: 4000, user_id: customer.id });
    const seen = await look(customer.id);
    await app.call(accounts.updateUser, seen, admin);
    await app.call(files.confirmAndPay, { id: file.id }, customer);
    const raced = await app.call(accounts.updateUser, { ...seen, credit_balance: 500, role: 'ADMIN' }, admin);
    expect(raced.status).toBe(400);
    expect(await messages(customer.username)).toEqual([]);
  });
});

describe('the audit filter', () => {
  test('finds by person, kind, part of the name and time, and lists only people who changed something', async () => {
    const [other, silent] = [await buildAdmin(app.deps), await buildAdmin(app.deps)];
    await record({ kind: 'CREATED', subject: { kind: 'SOLUTION', id: 5, name: 'Stage 1 100%' }, from: null, to: '80' });
    await record({ subject: { kind: 'CONFIGURATION', name: 'Uploader Text' } }, other.id);
    await record({ kind: 'PRICE', subject: { kind: 'SOLUTION', id: 5, name: 'Stage 1 100%' } }, null);
    const names = async (filter: InputOf<typeof audit.listChanges> | Record<string, unknown>) =>
      (await list(filter)).changes.map(({ subject_name, username }) => [subject_name, username]);
    expect(await names({ person: other.id })).toEqual([['Uploader Text', other.username]]);
    expect(await names({ kind: 'CREATED', about: '1 100%' })).toEqual([['Stage 1 100%', admin.username]]);
    expect(await names({ about: '1 100%' })).toEqual([
      ['Stage 1 100%', null],
      ['Stage 1 100%', admin.username],
    ]);
    expect(await names({ about: 'S_age' })).toEqual([]);
    const { changes } = await list({ person: other.id });
    const at = (changes[0] as audit.Change).created_at;
    const after = new Date(Date.parse(at) + 1).toISOString();
    expect(await names({ person: other.id, from: at.slice(0, 10) + 'T00:00:00Z', until: after })).toHaveLength(1);
    expect(await names({ person: other.id, from: after })).toEqual([]);
    expect(await names({ person: other.id, until: '2020-01-01T00:00:00+01:00' })).toEqual([]);
    expect(await names({ person: '', kind: '', about: '', from: '', until: '' })).not.toEqual([]);
    const people = ((await list()).people ?? []).map(({ id }) => id);
    expect(people).toEqual(expect.arrayContaining([admin.id, other.id]));
    expect(people).not.toContain(silent.id);
  });

  test.each([
    ['kind', 'SOMETHING'],
    ['from', 'yesterday'],
    ['until', '2026-01-01'],
    ['cursor', 'x'],
    ['cursor', Buffer.from('["newest","asc","5",5]').toString('base64url')],
  ])('%s=%s is refused', async (name, value) => {
    expect((await app.call(audit.listChanges, { [name]: value }, admin)).status).toBe(400);
  });

  test('a page has 100 entries, newest first; the next one continues after it despite newer entries', async () => {
    const add = async (from: number, to: number) => {
      for (let at = from; at <= to; at += 1) {
        await record({ subject: { kind: 'SOLUTION', id: at, name: `Paged ${at}` } });
      }
    };
    await add(1, 102);
    const first = await list({ about: 'Paged' });
    expect([first.changes.length, first.changes[0]?.subject_name]).toEqual([100, 'Paged 102']);
    expect(first.totals).toEqual({ matching: 102, is_exact: true });
    await add(103, 104);
    const second = await list({ about: 'Paged', cursor: first.next_cursor });
    expect(second.changes.map(({ subject_name }) => subject_name)).toEqual(['Paged 2', 'Paged 1']);
    expect(second).toMatchObject({ next_cursor: null, totals: null, people: null });
  });

  test('matches are counted up to 10000', async () => {
    const { sql } = await import('kysely');
    const add = (count: number) =>
      sql`insert into changes (kind, subject, subject_name)
          select 'CREATED', 'SOLUTION', 'Counted ' || n from generate_series(1, ${count}::int) n`.execute(app.ownerDb);
    const totals = async () => (await list({ about: 'Counted' })).totals;
    await add(10_000);
    expect(await totals()).toEqual({ matching: 10_000, is_exact: true });
    await add(1);
    expect(await totals()).toEqual({ matching: 10_000, is_exact: false });
  });
});

test('the list is append-only: the database refuses to change, delete or truncate entries', async () => {
  await record({});
  const { sql } = await import('kysely');
  for (const [db, refused] of [
    [app.db, 'permission denied for table changes'],
    [app.ownerDb, 'the audit list is only added to'],
  ] as const) {
    await expect(db.updateTable('changes').set({ new_value: 'x' }).execute()).rejects.toThrow(refused);
    await expect(db.deleteFrom('changes').execute()).rejects.toThrow(refused);
    await expect(sql`truncate changes`.execute(db)).rejects.toThrow(refused);
  }
});

test('a change that is rolled back leaves no entry', async () => {
  const failing = app.db.transaction().execute(async (tx) => {
    const subject = { kind: 'SOLUTION', id: 1, name: 'Never was' } as const;
    await recordChange(tx, { id: admin.id, requestId: 'r' }, { kind: 'CREATED', subject, from: null, to: null });
    throw new Error('taken back');
  });
  await expect(failing).rejects.toThrow('taken back');
  expect(await messages('Never was')).toEqual([]);
});
