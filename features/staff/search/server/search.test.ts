import { expect, test } from 'vitest';
import { buildCustomer } from '../../../../server/testing/stories.ts';
import { buildSignedIn, buildUser } from '../../../accounts/server/accounts.factory.ts';
import { buildFile } from '../../../files/server/files.factory.ts';
import * as contract from '../search.calls.ts';
import { admin, app, openStage } from '../../../../server/testing/stage.ts';

type User = Awaited<ReturnType<typeof buildSignedIn>>;

openStage();

const find = async (text: string, by: User = admin) => {
  const reply = await app.call(contract.search, { text }, by);
  expect(reply.status).toBe(200);
  return reply.body as contract.SearchResults;
};

test('an administrator finds users by name and e-mail, except deleted ones', async () => {
  const one = await buildUser(app.deps, { username: 'Garage Vardar', email: 'vardar@example.mk' });
  const gone = await buildUser(app.deps, { username: 'Garage Vardar 2', deleted_at: new Date() });
  for (const text of ['garage var', 'VARDAR@', 'example.mk']) {
    expect((await find(text)).users).toEqual([{ id: one.id, username: 'Garage Vardar', email: 'vardar@example.mk' }]);
  }
  expect((await find('Garage')).users.map(({ id }) => id)).not.toContain(gone.id);
});

test('files are found by the start of their number or part of their name, at most six, newest first', async () => {
  const customer = await buildCustomer(app.deps);
  const files = [];
  for (let at = 0; at < 7; at += 1) {
    files.push(await buildFile(app.deps, { user_id: customer.id, file_name: `octavia_${at}.bin` }));
  }
  const [oldest] = files as [(typeof files)[0]];
  const byName = (await find('CTAVIA')).files;
  expect(byName.map(({ id }) => id)).toEqual(
    files
      .slice(1)
      .map(({ id }) => id)
      .toReversed(),
  );
  const expected = { id: oldest.id, file_id: oldest.file_id, file_name: 'octavia_0.bin', username: customer.username };
  expect((await find(oldest.file_id)).files).toEqual([{ ...expected, status: 'PENDING' }]);
  expect((await find(`#${oldest.file_id}`)).files).toHaveLength(1);
  await app.db.updateTable('files').set({ deleted_at: new Date() }).where('id', '=', oldest.id).execute();
  expect((await find(oldest.file_id)).files).toEqual([]);
});

test('a percent sign and an underscore are matched literally', async () => {
  const customer = await buildCustomer(app.deps);
  const file = await buildFile(app.deps, { user_id: customer.id, file_name: 'plus 50% torque.bin' });
  expect((await find('50%')).files.map(({ id }) => id)).toEqual([file.id]);
  expect((await find('5_%')).files).toEqual([]);
});

test('a customer finds only their own files, and no users', async () => {
  const [ana, boris] = [await buildCustomer(app.deps), await buildCustomer(app.deps)];
  const mine = await buildFile(app.deps, { user_id: ana.id, file_name: 'passat.bin' });
  await buildFile(app.deps, { user_id: boris.id, file_name: 'passat.bin' });
  expect((await find('passat', ana)).files.map(({ id }) => id)).toEqual([mine.id]);
  expect((await find(boris.username, ana)).users).toEqual([]);
});

test('a single character is not enough to search', async () => {
  const reply = await app.call(contract.search, { text: ' a ' }, admin);
  expect([reply.status, reply.body.message]).toEqual([400, 'Please type at least two letters.']);
});
