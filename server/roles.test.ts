import { beforeEach, describe, expect, test } from 'vitest';
import { getMyUser } from '../features/accounts/accounts.calls.ts';
import { listUserLedger } from '../features/credits/credits.calls.ts';
import { getUserDashboard } from '../features/staff/dashboard/dashboard.calls.ts';
import { getDtcs, uploadToAi } from '../features/dtc-off/dtc-off.calls.ts';
import type { FileDetail } from '../features/files/file.ts';
import * as files from '../features/files/files.calls.ts';
import { paySandbox } from '../features/payments/sandbox.calls.ts';
import { listUserTickets, openTicket, sendMessage } from '../features/tickets/tickets.calls.ts';
import { buildImage } from '../features/dtc-off/server/dtc-off.factory.ts';
import { buildFile } from '../features/files/server/files.factory.ts';
import { endpoints } from '../app/endpoints.ts';
import { rawCall } from './testing/raw-call.ts';
import { buildCustomer, PRICED, readBalance } from './testing/stories.ts';
import { ROLES } from '../contract/capabilities.ts';
import { whoMay } from './testing/authz.ts';
import { admin, app, openStage } from './testing/stage.ts';

type Caller = Awaited<ReturnType<typeof buildCustomer>>;

openStage();

test('a call for one role refuses the other; the roles are CUSTOMER and ADMIN', { tags: ['X-ROL-06'] }, async () => {
  const customer = await buildCustomer(app.deps);
  const readRole = async (who: Caller) => (await app.call(getMyUser, {}, who)).body.role as string;
  expect([await readRole(customer), await readRole(admin)]).toEqual(['CUSTOMER', 'ADMIN']);
  const callers = { CUSTOMER: customer, ADMIN: admin };
  const ofOneRole = endpoints.filter((endpoint) => whoMay(endpoint).length === 1);
  expect(ofOneRole.length).toBeGreaterThan(60);
  for (const { method, path } of ofOneRole) {
    for (const role of ROLES) {
      const { token } = callers[role];
      const reply = await rawCall(app.url, { method, path: `/api${path.replaceAll(/:\w+/g, '987654321')}`, token });
      const isRefused = !whoMay({ method, path }).includes(role);
      expect([role, method, path, reply.status === 403]).toEqual([role, method, path, isRefused]);
    }
  }
});

describe('a customer', () => {
  let customer: Caller;
  let other: Caller;
  beforeEach(async () => {
    [customer, other] = [await buildCustomer(app.deps, 500), await buildCustomer(app.deps, 100)];
  });
  const build = (fields: Parameters<typeof buildFile>[1] = {}, owner = customer) =>
    buildFile(app, { user_id: owner.id, ...fields });
  const readStatus = async (id: number) => {
    const { file } = (await app.call(files.getFile, { id }, customer)).body as FileDetail;
    return [file.status, file.price_status];
  };

  test('sees their own dashboard, files, tickets and ledger by id, and no others', { tags: ['X-ROL-01'] }, async () => {
    const mine = await build();
    const theirs = await build({}, other);
    const message = { message: 'How long will it take?' };
    await app.call(openTicket, { fileId: mine.id, ...message }, customer);
    await app.call(openTicket, { fileId: theirs.id, ...message }, other);
    const lists = [
      async (id: number) => app.call(getUserDashboard, { userId: id }, customer),
      async (id: number) => app.call(files.listUserFiles, { id }, customer),
      async (id: number) => app.call(listUserTickets, { id }, customer),
      async (id: number) => app.call(listUserLedger, { userId: id }, customer),
    ];
    const [dashboard, ownFiles, tickets, ledger] = await Promise.all(lists.map((list) => list(customer.id)));
    expect(dashboard?.body.files.map(({ id }: { id: number }) => id)).toEqual([mine.id]);
    expect(ownFiles?.body.map(({ id }: { id: number }) => id)).toEqual([mine.id]);
    expect(tickets?.body.map((ticket: { file_id: number }) => ticket.file_id)).toEqual([mine.id]);
    expect(ledger?.body.credits_ledger).toMatchObject([{ credit_balance: 500 }]);
    for (const list of lists) expect((await list(other.id)).status).toBe(404);
  });

  test('can cancel files that are unpaid and not yet canceled, and no others', { tags: ['X-ROL-02'] }, async () => {
    const { id } = await build(PRICED);
    expect((await app.call(files.cancelFile, { id }, customer)).status).toBe(200);
    expect(await readStatus(id)).toEqual(['CANCELED', 'UNPAID']);
    expect((await app.call(files.cancelFile, { id }, customer)).body.message).toBe('Your file is already canceled');
    expect((await app.call(files.undoCancel, { id }, customer)).status).toBe(403);
    const paid = await build(PRICED);
    expect((await app.call(files.confirmAndPay, { id: paid.id }, customer)).status).toBe(200);
    expect((await app.call(files.cancelFile, { id: paid.id }, customer)).status).toBe(400);
    expect(await readStatus(paid.id)).toEqual(['PROCESSED', 'PAID']);
  });

  test('can always download the original, and the modified file once it is paid', { tags: ['X-ROL-02'] }, async () => {
    const bytes = new TextEncoder().encode('as it came');
    const modBytes = new TextEncoder().encode('as it went');
    const { id } = await build({ ...PRICED, bytes, modBytes });
    const original = await app.call(files.downloadOriginal, { id }, customer);
    expect([original.status, Buffer.from(original.bytes).toString()]).toEqual([200, 'as it came']);
    expect((await app.call(files.downloadModified, { id }, customer)).status).toBe(400);
    await app.call(files.confirmAndPay, { id }, customer);
    const modified = await app.call(files.downloadModified, { id }, customer);
    expect([modified.status, Buffer.from(modified.bytes).toString()]).toEqual([200, 'as it went']);
  });

  test('can buy credits, open a ticket, chat and use the DTC OFF flow', { tags: ['X-ROL-02'] }, async () => {
    const payment = { custom: String(customer.id), amount: 25, outcome: 'Completed' };
    expect((await app.call(paySandbox, payment, customer)).status).toBe(200);
    const { id: fileId } = await build();
    const ticket = await app.call(openTicket, { fileId, message: 'Is it possible?' }, customer);
    expect(ticket.status).toBe(201);
    const reply = await app.call(sendMessage, { id: ticket.body.id, message: 'Please hurry.' }, customer);
    expect(reply.body).toMatchObject({ message: 'Please hurry.', side: 'CUSTOMER' });
    const balance = await readBalance(app, customer.id);
    const upload = await app.call(uploadToAi, {}, { ...customer, file: { name: 'Golf.bin', bytes: buildImage() } });
    const { fileName, ecuinfo } = upload.body as { fileName: string; ecuinfo: { ecuId: string } };
    const codes = await app.call(getDtcs, { file_name: fileName, ecu_id: ecuinfo.ecuId }, customer);
    expect(codes.body.dtcTable.length).toBeGreaterThan(0);
    expect(await readBalance(app, customer.id)).toBe(balance);
  });
});
