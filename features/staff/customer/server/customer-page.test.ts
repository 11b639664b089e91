import { describe, expect, test } from 'vitest';
import { buildSignedIn } from '../../../accounts/server/accounts.factory.ts';
import * as accounts from '../../../accounts/accounts.calls.ts';
import { endUserSession } from '../../../accounts/user-sessions.calls.ts';
import * as files from '../../../files/files.calls.ts';
import { listPayments } from '../../../payments/payments.calls.ts';
import { listSecurityEvents, type SecurityEvent } from '../../../accounts/security-log/security.calls.ts';
import * as tickets from '../../../tickets/tickets.calls.ts';
import { openSession } from '../../../accounts/server/sessions.ts';
import { buildFile } from '../../../files/server/files.factory.ts';
import { getCustomerOverview, type CustomerOverview, SHOWN_ROWS } from '../customer-page.calls.ts';
import type { Page } from '../../../../contract/pages.ts';
import { buildPaymentMessage } from '../../../payments/server/payments.factory.ts';
import { buildTicket } from '../../../tickets/server/tickets.factory.ts';
import { buildCustomer } from '../../../../server/testing/stories.ts';
import { buildNarrowed } from '../../../../server/testing/staff-role-walk.ts';
import { admin, app, openStage } from '../../../../server/testing/stage.ts';

openStage();

const read = async (id: number) => (await app.call(getCustomerOverview, { id }, admin)).body as CustomerOverview;

describe('the overview of a customer', () => {
  test('has only this customer’s newest rows, and the total number of each', async () => {
    const [customer, other] = [await buildCustomer(app.deps, 70), await buildCustomer(app.deps, 5)];
    const built = [];
    for (let at = 0; at < SHOWN_ROWS + 2; at += 1) built.push(await buildFile(app, { user_id: customer.id }));
    await app.call(files.cancelFile, { id: built[0]?.id }, customer);
    const ticket = await buildTicket(app, { file_id: built.at(-1)?.id as number });
    const strange = await buildFile(app, { user_id: other.id });
    await buildTicket(app, { file_id: strange.id });
    await buildPaymentMessage(app, { user_id: other.id });
    const payment = await buildPaymentMessage(app, { user_id: customer.id });

    const overview = await read(customer.id);
    const newest = built.toReversed().slice(0, SHOWN_ROWS);
    expect(overview.files.map(({ id }) => id)).toEqual(newest.map(({ id }) => id));
    expect([overview.all_files, overview.open_files]).toEqual([SHOWN_ROWS + 2, SHOWN_ROWS + 1]);
    expect(overview.tickets.map(({ id }) => id)).toEqual([ticket.id]);
    expect([overview.all_tickets, overview.open_tickets]).toEqual([1, 1]);
    expect(overview.ledger).toMatchObject([{ credit_balance: 70, balance_after: 70 }]);
    expect(overview.all_entries).toBe(1);
    expect(overview.payments.map(({ id }) => id)).toEqual([payment.id]);
  });

  test('leads to lists that contain only this customer’s rows', async () => {
    const [customer, other] = [await buildCustomer(app.deps), await buildCustomer(app.deps)];
    const file = await buildFile(app, { user_id: customer.id });
    const ticket = await buildTicket(app, { file_id: file.id });
    await buildTicket(app, { file_id: (await buildFile(app, { user_id: other.id })).id });
    const payment = await buildPaymentMessage(app, { user_id: customer.id });
    const narrowed = { user_id: customer.id, limit: 10 };
    const idsOf = ({ body }: { body: unknown }) => (body as Page<{ id: number }>).rows.map(({ id }) => id);
    for (const sort of ['username', 'status', 'file_id'] as const) {
      expect(idsOf(await app.call(files.listFiles, { ...narrowed, sort }, admin))).toEqual([file.id]);
    }
    const filtered = await app.call(files.listFiles, { ...narrowed, status: 'PENDING' }, admin);
    expect(idsOf(filtered)).toEqual([file.id]);
    expect(filtered.body.totals).toMatchObject({ matching: 1, is_exact: true });
    for (const sort of ['username', 'ticket_id'] as const) {
      expect(idsOf(await app.call(tickets.listTickets, { ...narrowed, sort }, admin))).toEqual([ticket.id]);
    }
    const { body } = await app.call(listPayments, { show: 'all', user_id: customer.id }, admin);
    expect(body.messages.map(({ id }: { id: number }) => id)).toEqual([payment.id]);
  });
});

test('the overview says nothing about files and tickets to staff whose role leaves their lists out', async () => {
  const customer = await buildCustomer(app.deps);
  await buildTicket(app, { file_id: (await buildFile(app, { user_id: customer.id })).id });
  const reader = await buildNarrowed(['admin-area.open', 'users.read-all']);
  const { body } = await app.call(getCustomerOverview, { id: customer.id }, reader);
  expect(body).toMatchObject({ files: [], all_files: 0, open_files: 0, tickets: [], all_tickets: 0, open_tickets: 0 });
});

describe('the devices of a user', () => {
  test('are named after their browser, and one can be logged out while the others stay logged in', async () => {
    const customer = await buildCustomer(app.deps);
    const client = { address: '203.0.113.7', network: '203.0.113.7', isShared: false };
    const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
    const other = await openSession(app.deps, customer, { ...client, userAgent });
    const { sessions } = await read(customer.id);
    expect(sessions).toHaveLength(2);
    const session = sessions.find(({ browser }) => browser === 'Firefox, Linux');
    expect(session).toMatchObject({ address: '203.0.113.7', is_current: false });

    const ended = await app.call(endUserSession, { id: customer.id, session: session?.id }, admin);
    expect(ended.status).toBe(200);
    expect((await app.call(accounts.getMyUser, {}, { token: other })).status).toBe(403);
    expect((await app.call(accounts.getMyUser, {}, customer)).status).toBe(200);
    const { body } = await app.call(listSecurityEvents, { who: customer.email }, admin);
    expect((body.events as SecurityEvent[]).find(({ event }) => event === 'SESSIONS_ENDED')).toMatchObject({
      reason: 'BY_ADMINISTRATOR',
      actor: { id: admin.id },
    });
    expect((await read(customer.id)).security.map(({ event }) => event)).toContain('SESSIONS_ENDED');
  });

  test('a session cannot be ended through the address of another user', async () => {
    const [one, two] = [await buildSignedIn(app.deps), await buildSignedIn(app.deps)];
    const [session] = (await read(two.id)).sessions;
    expect((await app.call(endUserSession, { id: one.id, session: session?.id }, admin)).status).toBe(404);
    expect((await app.call(accounts.getMyUser, {}, two)).status).toBe(200);
  });

  test('the device in use is marked as current', async () => {
    const { sessions } = await read(admin.id);
    expect(sessions.filter((session) => session.is_current)).toHaveLength(1);
  });
});
