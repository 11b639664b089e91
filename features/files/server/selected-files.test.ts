import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { buildSignedIn } from '../../accounts/server/accounts.factory.ts';
import type { Page } from '../../../contract/pages.ts';
import type { FileSummary } from '../file.ts';
import * as contract from '../files.calls.ts';
import { buildFile, deleteAllFiles } from './files.factory.ts';
import { admin, app, openStage } from '../../../server/testing/stage.ts';

type User = Awaited<ReturnType<typeof buildSignedIn>>;

openStage();
let ana: User;
let boris: User;
beforeAll(async () => {
  [ana, boris] = await Promise.all([
    buildSignedIn(app.deps, { username: 'ana' }),
    buildSignedIn(app.deps, { username: 'boris' }),
  ]);
});

let files: { id: number; file_id: string }[];
beforeEach(async () => {
  await deleteAllFiles(app);
  files = [];
  for (const at of [0, 1, 2, 3]) {
    files.push(await buildFile(app, { user_id: at % 2 === 0 ? ana.id : boris.id, file_name: `golf ${at}.bin` }));
  }
});

const readAsOf = async () => {
  const { totals } = (await app.call(contract.listFiles, { limit: 1 }, admin)).body as Page<unknown>;
  return totals?.as_of ?? '';
};
const there = async () =>
  ((await app.call(contract.listFiles, {}, admin)).body as FileSummary[]).map(({ file_name }) => file_name);
const all = async (changes: Record<string, unknown> = {}) => ({
  ids: [],
  all: { q: 'golf', as_of: await readAsOf(), except: [], ...changes },
});
const idOf = (at: number) => files[at]?.id as number;
const remove = (input: Record<string, unknown>) => app.call(contract.deleteSelectedFiles, input, admin);

describe('all matching files', () => {
  test('are counted with their customers, and listed', async () => {
    const selection = await all();
    const { body } = await app.call(contract.describeSelectedFiles, selection, admin);
    expect(body).toMatchObject({ count: 4, owners: 2, owed: 0 });
    expect(body.named[0]).toEqual({ file_id: files[3]?.file_id, file_name: 'golf 3.bin' });
    const { body: fewer } = await app.call(
      contract.describeSelectedFiles,
      { ...selection, all: { ...selection.all, q: 'golf ana', except: [idOf(0)] } },
      admin,
    );
    expect(fewer).toMatchObject({ count: 1, owners: 1 });
  });

  test('are deleted in one step, each with its audit list entry, except those that are unticked', async () => {
    const { body } = await remove({ ...(await all({ except: [idOf(1)] })), count: 3 });
    expect(body).toMatchObject({ message: 'Files deleted successfully!', deleted: 3, left_out: 0 });
    expect(await there()).toEqual(['golf 1.bin']);
    const { rows } = await sql<{ subject_name: string; old_value: string }>`
      select subject_name, old_value from changes where kind = 'DELETED' and user_id = ${admin.id} order by id`.execute(
      app.db,
    );
    expect(rows.slice(-3)).toEqual(
      [0, 2, 3].map((at) => ({ subject_name: files[at]?.file_id, old_value: `golf ${at}.bin` })),
    );
  });

  test('are those at the time the list was read: files added or changed since are not included', async () => {
    const selection = await all();
    await buildFile(app, { user_id: ana.id, file_name: 'golf new.bin' });
    await sql`update files set notes = 'seen', updated_at = now() where id = ${idOf(2)}`.execute(app.db);
    const { body } = await remove({ ...selection, count: 4 });
    expect(body).toMatchObject({ deleted: 3, left_out: 1 });
    expect(await there()).toEqual(['golf new.bin', 'golf 2.bin']);
  });

  test('stay when there are more than were confirmed', async () => {
    const reply = await remove({ ...(await all()), count: 3 });
    expect([reply.status, reply.body.code]).toEqual([400, 'files.more_selected']);
    expect(await there()).toHaveLength(4);
  });

  test('form one selection with individually ticked files', async () => {
    const other = await buildFile(app, { user_id: ana.id, file_name: 'audi.bin' });
    const { body } = await remove({ ...(await all({ q: 'boris' })), ids: [other.id, idOf(1)], count: 3 });
    expect(body).toMatchObject({ deleted: 3, left_out: 0 });
    expect(await there()).toEqual(['golf 2.bin', 'golf 0.bin']);
  });
});

test('ticked files are deleted whatever the list shows; one already deleted is left out, also of what the reply names for "Undo"', async () => {
  await app.call(contract.deleteFile, { id: idOf(0) }, admin);
  const { body } = await remove({ ids: [idOf(0), idOf(1)], count: 2 });
  expect(body).toMatchObject({ deleted: 1, left_out: 1, ids: [idOf(1)] });
});

test('selections of more than 10 000 are refused', async () => {
  const reply = await remove({ ...(await all()), count: 10_001 });
  expect([reply.status, reply.body.code]).toEqual([400, 'files.too_many_selected']);
});

test.each([
  [{ ids: [], count: 0 }, 'Please select something.'],
  [{ ids: [], all: { as_of: 'yesterday' }, count: 1 }, 'as_of is not valid.'],
  [{ ids: ['x'], count: 1 }, /not valid/],
])('%j is refused', async (input, sentence) => {
  const reply = await remove(input);
  expect(reply.status).toBe(400);
  expect(reply.body.message).toMatch(sentence);
});

test('each customer of the selected files is notified once', async () => {
  const input = { ...(await all({ except: [idOf(1), idOf(3)] })), count: 1, message: '<p>Closed on Monday</p>' };
  expect((await app.call(contract.notifyFileOwners, input, admin)).status).toBe(200);
  const { rows } = await sql<{ user_id: number }>`
    select r.user_id from notification_recipients r join notifications n on n.id = r.notification_id
     where n.message like '%Closed on Monday%'`.execute(app.db);
  expect(rows).toEqual([{ user_id: ana.id }]);
  const more = await app.call(contract.notifyFileOwners, { ...(await all()), count: 1, message: 'x' }, admin);
  expect([more.status, more.body.code]).toEqual([400, 'files.more_selected']);
});
