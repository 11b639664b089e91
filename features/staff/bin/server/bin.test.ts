import { describe, expect, test } from 'vitest';
import { buildCustomer, readBalance } from '../../../../server/testing/stories.ts';
import { buildNarrowed } from '../../../../server/testing/staff-role-walk.ts';
import { admin, app, openStage } from '../../../../server/testing/stage.ts';
import * as accounts from '../../../accounts/accounts.calls.ts';
import { listChanges } from '../../audit/audit.calls.ts';
import * as catalogue from '../../../catalogue/catalogue.calls.ts';
import { deleteSolutionImage } from '../../../catalogue/catalogue.calls.ts';
import * as files from '../../../files/files.calls.ts';
import { getTicket } from '../../../tickets/tickets.calls.ts';
import { deleteSavedReply, listSavedReplies, saveReply, type SavedReply } from '../../../tickets/queue.calls.ts';
import * as contract from '../bin.calls.ts';
import { type BinKind, restoreFromBin } from '../../restore/restore.calls.ts';
import { BUILT_PASSWORD, buildUser } from '../../../accounts/server/accounts.factory.ts';
import { buildSolution, buildSolutionImage } from '../../../catalogue/server/catalogue.factory.ts';
import { buildFile } from '../../../files/server/files.factory.ts';
import { buildTicket } from '../../../tickets/server/tickets.factory.ts';
import type { ReplyOf } from '../../../../contract/endpoint.ts';
import { emptyBin } from './bin.ts';

openStage({ movesMoney: true });

type Listed = ReplyOf<typeof contract.listBin>;

const look = async (asked: object = {}) => (await app.call(contract.listBin, asked, admin)).body as Listed;
const restore = (kind: BinKind, id: number) => app.call(restoreFromBin, { kind, id }, admin);
const isInBin = async (kind: BinKind, id: number) => (await look({ kind })).items.some((item) => item.id === id);

const daysAgo = (days: number) => new Date(app.clock.now().getTime() - days * 86_400_000);

test('a restored file is among those that have changed since', async () => {
  const customer = await buildCustomer(app.deps);
  const file = await buildFile(app, { user_id: customer.id, updated_at: daysAgo(20), deleted_at: daysAgo(10) });
  expect((await restore('FILE', file.id)).status).toBe(200);
  const asked = { id: customer.id, updated_since: daysAgo(5).toISOString() };
  expect((await app.call(files.listUserFiles, asked, customer)).body).toMatchObject([{ id: file.id }]);
});

describe('a deleted user', () => {
  test('is restored with login, files and balance, and the audit list shows who did it', async () => {
    const customer = await buildCustomer(app.deps, 40);
    const file = await buildFile(app, { user_id: customer.id });
    const before = (await app.call(accounts.getUser, { id: customer.id }, admin)).body;
    await app.call(accounts.deleteUser, { id: customer.id }, admin);
    const item = (await look({ q: customer.email })).items[0];
    expect(item).toMatchObject({ kind: 'USER', name: customer.username, deleted_by: admin.username });
    expect((await app.call(accounts.login, { email: customer.email, password: BUILT_PASSWORD })).status).toBe(401);

    expect((await restore('USER', customer.id)).status).toBe(200);
    expect((await app.call(accounts.getUser, { id: customer.id }, admin)).body).toEqual(before);
    expect(await readBalance(app, customer.id)).toBe(40);
    const { body } = await app.call(accounts.login, { email: customer.email, password: BUILT_PASSWORD });
    expect((await app.call(files.getFile, { id: file.id }, body)).status).toBe(200);
    expect((await app.call(accounts.getMyUser, {}, customer)).status).toBe(403);
    expect(await isInBin('USER', customer.id)).toBe(false);
    const { changes } = (await app.call(listChanges, { kind: 'RESTORED' }, admin)).body;
    expect(changes[0]).toMatchObject({ subject: 'USER', subject_id: customer.id, username: admin.username });
  });

  test('who is staff comes back by an administrator without a staff role alone, as roles are given', async () => {
    const staff = await buildUser(app.deps, { role: 'ADMIN' });
    await app.call(accounts.deleteUser, { id: staff.id }, admin);
    const narrowed = await buildNarrowed(['admin-area.open', 'bin.restore']);
    const { body } = await app.call(restoreFromBin, { kind: 'USER', id: staff.id }, narrowed);
    expect(body).toMatchObject({ code: 'staff-roles.needs_everything' });
    expect(await isInBin('USER', staff.id)).toBe(true);
    expect((await restore('USER', staff.id)).status).toBe(200);
  });

  test('whose address another account now uses is not restored and stays in the bin', async () => {
    const first = await buildUser(app.deps);
    await app.call(accounts.deleteUser, { id: first.id }, admin);
    await buildUser(app.deps, { email: first.email.toUpperCase() });
    const reply = await restore('USER', first.id);
    expect([reply.status, reply.body.code]).toEqual([400, 'bin.address_taken']);
    expect(await isInBin('USER', first.id)).toBe(true);
  });
});

test('a file is restored with its ticket, for its owner as well', async () => {
  const customer = await buildCustomer(app.deps);
  const file = await buildFile(app, { user_id: customer.id });
  const ticket = await buildTicket(app, { file_id: file.id });
  const read = async () => [
    (await app.call(files.getFile, { id: file.id }, customer)).status,
    (await app.call(getTicket, { id: ticket.id }, customer)).status,
  ];
  await app.call(files.deleteFile, { id: file.id }, admin);
  expect(await read()).toEqual([404, 404]);
  expect((await restore('FILE', file.id)).status).toBe(200);
  expect(await read()).toEqual([200, 200]);
});

describe('a deleted solution', () => {
  const read = async (id: number) =>
    ((await app.call(catalogue.listSolutions, {}, admin)).body as catalogue.Solution[]).find((one) => one.id === id);

  test('is restored with its image', async () => {
    const { id: image_id, url: image_url } = await buildSolutionImage(app.deps);
    const { id } = await buildSolution(app, { image_id, image_url });
    const before = await read(id);
    await app.call(catalogue.deleteSolution, { id }, admin);
    expect(await read(id)).toBeUndefined();
    await restore('SOLUTION', id);
    expect(await read(id)).toEqual(before);
    expect((await app.call(deleteSolutionImage, { id: image_id }, admin)).status).toBe(400);
  });

  test('whose image was deleted meanwhile is restored without one', async () => {
    const { id: image_id, url: image_url } = await buildSolutionImage(app.deps);
    const { id } = await buildSolution(app, { image_id, image_url });
    await app.call(catalogue.deleteSolution, { id }, admin);
    expect((await app.call(deleteSolutionImage, { id: image_id }, admin)).status).toBe(200);
    await restore('SOLUTION', id);
    expect(await read(id)).toMatchObject({ id, image_url: null });
  });
});

test('a saved reply is gone from the list, and restored as it was', async () => {
  const { body } = await app.call(saveReply, { title: 'Received', message: 'Thank you for the file.' }, admin);
  const list = async () => (await app.call(listSavedReplies, {}, admin)).body as SavedReply[];
  const before = await list();
  expect(before).toContainEqual(body);
  await app.call(deleteSavedReply, { id: body.id }, admin);
  expect((await list()).map(({ id }) => id)).not.toContain(body.id);
  expect((await app.call(deleteSavedReply, { id: body.id }, admin)).status).toBe(404);
  await restore('SAVED_REPLY', body.id);
  expect(await list()).toEqual(before);
});

describe('the bin', () => {
  test('lists the newest deletion first, can be filtered by kind and name, and counts every kind', async () => {
    const [one, two] = [await buildUser(app.deps), await buildUser(app.deps)];
    for (const { id } of [one, two]) await app.call(accounts.deleteUser, { id }, admin);
    const file = await buildFile(app, { user_id: (await buildCustomer(app.deps)).id });
    await app.call(files.deleteFile, { id: file.id }, admin);
    const all = await look();
    const newest = all.items.slice(0, 3).map(({ kind, id }) => [kind, id]);
    expect(newest).toEqual([
      ['FILE', file.id],
      ['USER', two.id],
      ['USER', one.id],
    ]);
    expect((await look({ kind: 'USER', q: two.username })).items.map(({ id }) => id)).toContain(two.id);
    expect((await look({ kind: 'FILE' })).items.every(({ kind }) => kind === 'FILE')).toBe(true);
    expect(all.counts.USER).toBeGreaterThanOrEqual(2);
    expect(all.counts.FILE).toBeGreaterThanOrEqual(1);
  });

  test('restores nothing twice and nothing that was not deleted', async () => {
    const user = await buildUser(app.deps);
    expect((await restore('USER', user.id)).status).toBe(404);
    await app.call(accounts.deleteUser, { id: user.id }, admin);
    const both = await Promise.all([restore('USER', user.id), restore('USER', user.id)]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 404]));
  });

  test('is emptied after 30 days: nothing can be restored then, and unreferenced items are removed', async () => {
    const user = await buildUser(app.deps, { deleted_at: daysAgo(30.01) });
    const young = await buildUser(app.deps, { deleted_at: daysAgo(29.9) });
    const solution = await buildSolution(app, { deleted_at: daysAgo(30.01) });
    const younger = await buildSolution(app, { deleted_at: daysAgo(29.9) });
    expect([await isInBin('USER', user.id), await isInBin('USER', young.id)]).toEqual([false, true]);
    expect([(await restore('USER', user.id)).status, (await restore('USER', young.id)).status]).toEqual([404, 200]);
    await emptyBin(app.deps);
    const left = await app.db
      .selectFrom('solutions')
      .select('id')
      .where('id', 'in', [solution.id, younger.id])
      .execute();
    expect(left.map(({ id }) => id)).toEqual([younger.id]);
  });
});
