import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { admin, app, openStage } from '../../../server/testing/stage.ts';
import { buildCustomer } from '../../../server/testing/stories.ts';
import { listUsers, updateMyUser } from '../../accounts/accounts.calls.ts';
import { buildFile } from '../../files/server/files.factory.ts';
import { closeTicket, listTickets, listUserTickets, sendMessage } from '../tickets.calls.ts';
import { buildTicket, buildTicketMessage } from './tickets.factory.ts';

openStage();

const SINCE = '2026-01-02T00:00:00Z';

/** Lets everything that is there have changed last on the first of January. */
async function age(table: 'tickets' | 'users'): Promise<void> {
  await sql`update ${sql.table(table)} set updated_at = '2026-01-01'`.execute(app.ownerDb);
}

test('the tickets that have changed since a moment are listed, for their owner and for staff', async () => {
  const owner = await buildCustomer(app.deps);
  const build = async () => {
    const file = await buildFile(app.deps, { user_id: owner.id });
    return (await buildTicket(app.deps, { file_id: file.id })).id;
  };
  const [still, closed, answered] = [await build(), await build(), await build()];
  await buildTicketMessage(app.deps, { ticket_id: answered, user_id: owner.id });
  await app.call(sendMessage, { id: answered, message: 'First.' }, { token: owner.token });
  await age('tickets');
  const ofOwner = async (updated_since: string) =>
    ((await app.call(listUserTickets, { id: owner.id, updated_since }, owner)).body as { id: number }[])
      .map(({ id }) => id)
      .sort((a, b) => a - b);
  expect(await ofOwner(SINCE)).toEqual([]);
  await app.call(closeTicket, { id: closed }, admin);
  // A second message in a row changes nothing of who waits for whom.
  await app.call(sendMessage, { id: answered, message: 'And another thing.' }, { token: owner.token });
  expect(await ofOwner(SINCE)).toEqual([closed, answered]);
  expect(await ofOwner('2025-12-31T23:00:00Z')).toEqual([still, closed, answered]);
  const page = (await app.call(listTickets, { updated_since: SINCE, status: 'OPEN' }, admin)).body as {
    rows: { id: number }[];
  };
  expect(page).toMatchObject({ rows: [{ id: answered }] });
  expect((await app.call(listTickets, { updated_since: 'yesterday' }, admin)).status).toBe(400);
});

test('the users whose account has changed since a moment are listed', async () => {
  const [, changed] = [await buildCustomer(app.deps), await buildCustomer(app.deps)];
  await age('users');
  const list = async () =>
    ((await app.call(listUsers, { updated_since: SINCE }, admin)).body as { rows: { id: number }[] }).rows;
  expect(await list()).toEqual([]);
  await app.call(updateMyUser, { username: 'New name', phone: '+49 30 123456', country: 'Germany' }, changed);
  expect((await list()).map(({ id }) => id)).toEqual([changed.id]);
});
