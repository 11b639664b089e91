import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { deleteUser, listUsers, updateMyUser } from '../../features/accounts/accounts.calls.ts';
import { deleteFile, listFiles } from '../../features/files/files.calls.ts';
import { closeTicket, listTickets } from '../../features/tickets/tickets.calls.ts';
import { buildCredits } from '../../features/credits/server/credits.factory.ts';
import { buildFile } from '../../features/files/server/files.factory.ts';
import { buildTicket } from '../../features/tickets/server/tickets.factory.ts';
import type { Endpoint } from '../../contract/endpoint.ts';
import { buildCustomer } from '../testing/stories.ts';
import { admin, app, openStage } from '../testing/stage.ts';

openStage();
let customer: Awaited<ReturnType<typeof buildCustomer>>;
beforeAll(async () => {
  customer = await buildCustomer(app.deps);
});

async function ask({ path }: Endpoint, tag?: string) {
  const response = await fetch(`${app.url}/api${path}`, {
    headers: { authorization: `Bearer ${admin.token}`, ...(tag === undefined ? {} : { 'if-none-match': tag }) },
  });
  return { status: response.status, tag: response.headers.get('etag') ?? '', text: await response.text() };
}

/** Sets the stage; the function it returns makes the change. */
type Prepare = () => Promise<() => Promise<unknown>>;
type Story = [what: string, list: Endpoint, prepare: Prepare];

const aFile = () => buildFile(app, { user_id: customer.id });
const aTicket = async () => buildTicket(app.deps, { file_id: (await aFile()).id });
const changeName = (username: string) =>
  app.call(updateMyUser, { username, phone: '+389 70 111 222', country: 'Germany' }, customer);
/** For changes that need nothing to be there before. */
const only =
  (change: () => Promise<unknown>): Prepare =>
  async () =>
    change;
const having =
  <Made>(make: () => Promise<Made>, change: (made: Made) => Promise<unknown>): Prepare =>
  async () => {
    const made = await make();
    return () => change(made);
  };

const stories: Story[] = [
  ['a new file', listFiles, only(aFile)],
  [
    'another price of a file, whatever else it says',
    listFiles,
    having(aFile, ({ id }) => sql`update files set price_cents = 7700 where id = ${id}`.execute(app.db)),
  ],
  ['a customer with another name', listFiles, having(aFile, () => changeName('ana the second'))],
  ['a deleted file', listFiles, having(aFile, ({ id }) => app.call(deleteFile, { id }, admin))],
  ['a new ticket', listTickets, only(aTicket)],
  ['a closed ticket', listTickets, having(aTicket, ({ id }) => app.call(closeTicket, { id }, admin))],
  ['a customer with another name, for tickets', listTickets, having(aTicket, () => changeName('ana the third'))],
  [
    'a ticket whose file is deleted',
    listTickets,
    having(aTicket, ({ file_id }) => app.call(deleteFile, { id: file_id }, admin)),
  ],
  ['a new user', listUsers, only(() => buildCustomer(app.deps))],
  ['a user with another name', listUsers, only(() => changeName('ana the fourth'))],
  ['a balance that moved', listUsers, only(() => buildCredits(app.deps, customer.id, 5))],
  ['an AI balance that moved', listUsers, only(() => buildCredits(app.deps, customer.id, 5, { unit: 'AI' }))],
  [
    'a deleted user',
    listUsers,
    having(
      () => buildCustomer(app.deps),
      ({ id }) => app.call(deleteUser, { id }, admin),
    ),
  ],
];

describe('a long list is sent again after any change, and only then', () => {
  test.each(stories)('%s', async (_, list, prepare) => {
    const change = await prepare();
    const before = await ask(list);
    expect(before.status).toBe(200);
    expect(await ask(list, before.tag)).toEqual({ status: 304, tag: before.tag, text: '' });
    await change();
    const after = await ask(list, before.tag);
    expect(after.status).toBe(200);
    expect(after.text).not.toBe(before.text);
    expect((await ask(list, after.tag)).status).toBe(304);
  });

  test('a new password or an administrator’s presence changes no list', async () => {
    const before = await ask(listUsers);
    await sql`update users set password_hash = 'other' where id = ${customer.id}`.execute(app.db);
    await sql`update sessions set last_seen_at = now()`.execute(app.db);
    expect((await ask(listUsers, before.tag)).status).toBe(304);
  });

  test('two changes count as two, also when the one that began first commits last', async () => {
    const [early, late] = [await aFile(), await aFile()];
    const start = await ask(listFiles);
    const slow = await app.db.startTransaction().execute();
    await slow.updateTable('files').set({ notes: 'early', price_cents: 1 }).where('id', '=', early.id).execute();
    expect((await ask(listFiles, start.tag)).status).toBe(304);
    await sql`update files set price_cents = 2 where id = ${late.id}`.execute(app.db);
    const middle = await ask(listFiles, start.tag);
    expect(middle.status).toBe(200);
    await slow.commit().execute();
    const end = await ask(listFiles, middle.tag);
    expect(end.status).toBe(200);
    expect(JSON.parse(end.text)).toContainEqual(expect.objectContaining({ id: early.id, price: 0.01 }));
  });

  test('a change that is rolled back does not count', async () => {
    const before = await ask(listFiles);
    const slow = await app.db.startTransaction().execute();
    await slow.updateTable('files').set({ price_cents: 3 }).execute();
    await slow.rollback().execute();
    expect((await ask(listFiles, before.tag)).status).toBe(304);
  });
});
