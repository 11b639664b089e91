import { beforeAll, describe, expect, test } from 'vitest';
import { admin, app, openStage } from '../../../../server/testing/stage.ts';
import { buildCustomer, buildPaidFile, PRICED, readBalance } from '../../../../server/testing/stories.ts';
import * as accounts from '../../../accounts/accounts.calls.ts';
import type { FileDetail, HistoryEntry } from '../../file.ts';
import * as files from '../../files.calls.ts';
import { uploadModified } from '../../review/review.calls.ts';
import { nextInQueue } from '../../../tickets/queue.calls.ts';
import * as contract from '../revisions.calls.ts';
import { completeDelivered } from '../../server/payment.ts';
import { buildFile } from '../../server/files.factory.ts';
import { buildDeliveredFile, buildRevision } from './revisions.factory.ts';

openStage();

type Customer = Awaited<ReturnType<typeof buildCustomer>>;
let customer: Customer;
let other: Customer;
beforeAll(async () => {
  customer = await buildCustomer(app.deps);
  other = await buildCustomer(app.deps);
});

const bytesOf = (text: string) => ({ name: `${text}.bin`, bytes: new TextEncoder().encode(`${text} `.repeat(99)) });
const reason = 'The cruise control is gone.';
const ask = (id: number, who: { token: string } = customer, text = reason) =>
  app.call(contract.requestRevision, { id, reason: text }, who);
const attach = (id: number, text: string) =>
  app.call(uploadModified, { id }, { token: admin.token, file: bytesOf(text) });
const read = async (id: number, who = customer) =>
  ((await app.call(files.getFile, { id }, who)).body as FileDetail).file;
const list = async (id: number, who: { token: string } = customer) =>
  (await app.call(contract.listRevisions, { id }, who)).body as contract.Revision[];
const history = async (id: number) =>
  ((await app.call(files.listFileHistory, { id }, customer)).body as HistoryEntry[]).filter(
    ({ kind }) => kind === 'MODIFIED',
  );
const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;
const delivered = (fields: Parameters<typeof buildDeliveredFile>[1] = {}) =>
  buildDeliveredFile(app.deps, { user_id: customer.id, ...fields });

describe('asking for a change', () => {
  test('puts the delivered file into the queue with its reason, and moves no money', async () => {
    const { id } = await delivered();
    const balance = await readBalance(app, customer.id);
    const before = ((await app.call(nextInQueue, {}, admin)).body as { waiting: number }).waiting;
    const { status, body } = await ask(id);
    expect(status).toBe(200);
    expect((body as FileDetail).file).toMatchObject({ status: 'PROCESSED', price_status: 'PAID' });
    expect((await read(id)).revision_since).not.toBeNull();
    expect(await list(id, admin)).toMatchObject([{ reason, outcome: null, ended_at: null, note: null }]);
    expect(((await app.call(nextInQueue, {}, admin)).body as { waiting: number }).waiting).toBe(before + 1);
    expect(await readBalance(app, customer.id)).toBe(balance);
  });

  test('reopens a completed file, which the job does not complete while the change is pending', async () => {
    const { id } = await delivered({ status: 'COMPLETED', deliveredDaysAgo: 13 });
    expect((await ask(id)).status).toBe(200);
    const config = { ...app.deps.config, completeAfterDays: 1 };
    await completeDelivered({ ...app.deps, config });
    expect((await read(id)).status).toBe('PROCESSED');
  });

  test('is refused once the bytes of the file were removed, since nobody could work on it', async () => {
    const { id } = await delivered();
    await app.db.updateTable('files').set({ bytes_removed_at: new Date() }).where('id', '=', id).execute();
    expect(codeOf(await ask(id))).toBe('files.bytes_removed');
    expect((await read(id)).revision_since).toBeNull();
  });

  test('needs a reason', async () => {
    const { id } = await delivered();
    const { status, body } = await ask(id, customer, '  ');
    expect([status, body.message]).toEqual([400, 'Please describe what should be changed.']);
  });

  test('twice at the same time is accepted once', async () => {
    const { id } = await delivered();
    const replies = await Promise.all([ask(id), ask(id)]);
    expect(replies.map(({ status }) => status).sort((one, next) => one - next)).toEqual([200, 400]);
    expect(replies.map(codeOf)).toContain('revisions.open');
    expect(await list(id)).toHaveLength(1);
  });

  test('ends with a refund, and the file is then as old as any other', async () => {
    const { id } = await delivered();
    await ask(id);
    expect((await app.call(files.cancelFile, { id }, admin)).status).toBe(200);
    expect((await read(id)).revision_since).toBeNull();
    expect(await list(id)).toMatchObject([{ outcome: 'REFUNDED', ended_at: expect.any(String) }]);
  });

  test('is refused once the period is over', async () => {
    const { id } = await delivered({ deliveredDaysAgo: 15 });
    expect(codeOf(await ask(id))).toBe('revisions.over');
    expect(await list(id)).toEqual([]);
  });

  test('is refused if the period is 0 days', async () => {
    const { id } = await delivered();
    app.deps.config.revisionDays = 0;
    expect(codeOf(await ask(id))).toBe('revisions.over');
    app.deps.config.revisionDays = 14;
  });

  test('is refused before the first download, before the payment and after a refund', async () => {
    const undelivered = await buildPaidFile(app.deps, { user_id: customer.id });
    const unpaid = await buildFile(app, { ...PRICED, user_id: customer.id, delivered_at: new Date() });
    const refunded = await delivered({ status: 'REFUNDED', price_status: 'REFUNDED' });
    for (const { id } of [undelivered, unpaid, refunded]) {
      expect(codeOf(await ask(id))).toBe('revisions.not_delivered');
    }
  });
});

describe('a requested change', () => {
  test('is delivered with the next modified file, which counts as not downloaded yet', async () => {
    const { id } = await buildRevision(app.deps, { user_id: customer.id });
    expect((await attach(id, 'second')).status).toBe(200);
    expect(await list(id)).toMatchObject([{ outcome: 'DELIVERED', note: null }]);
    expect(await read(id)).toMatchObject({ revision_since: null, delivered_at: null, status: 'PROCESSED' });
    expect(codeOf(await ask(id))).toBe('revisions.not_delivered');
    await app.call(files.downloadModified, { id }, customer);
    expect((await ask(id)).status).toBe(200);
  });

  test('leaves the previous version to its owner, with unchanged bytes', async () => {
    const modBytes = bytesOf('first').bytes;
    const { id } = await buildRevision(app.deps, { user_id: customer.id, modBytes });
    await attach(id, 'second');
    await attach(id, 'third');
    const [third, second, first] = (await history(id)) as [HistoryEntry, HistoryEntry, HistoryEntry];
    const get = (versionId: number, who: { token: string }) =>
      app.call(contract.downloadVersion, { id, versionId }, who);
    expect(Buffer.from((await get(first.id, customer)).bytes).equals(modBytes)).toBe(true);
    // The second version was never delivered to the customer; the third is not downloaded yet.
    expect((await get(second.id, customer)).status).toBe(404);
    expect((await get(third.id, customer)).status).toBe(404);
    expect((await get(second.id, admin)).status).toBe(200);
    expect((await get(first.id, other)).status).toBe(404);
  });

  test('is declined with a note that its owner reads; the file stays delivered', async () => {
    const { id } = await buildRevision(app.deps, { user_id: customer.id });
    const note = 'The cruise control was not part of the order.';
    expect((await app.call(contract.declineRevision, { id, note }, admin)).status).toBe(200);
    expect(await list(id)).toMatchObject([{ outcome: 'DECLINED', note }]);
    const file = await read(id);
    expect([file.revision_since, file.delivered_at === null]).toEqual([null, false]);
    const bell = await app.call(accounts.getMyUser, {}, customer);
    expect(JSON.stringify(bell.body)).toContain(`The requested change of your file ${file.file_id} was declined`);
    expect(codeOf(await app.call(contract.declineRevision, { id, note }, admin))).toBe('revisions.none');
  });

  test('ends with a refund: it is no longer pending', async () => {
    const { id } = await buildRevision(app.deps, { user_id: customer.id });
    expect((await app.call(files.cancelFile, { id }, admin)).status).toBe(200);
    expect(codeOf(await app.call(contract.declineRevision, { id, note: 'x' }, admin))).toBe('revisions.none');
    const version = (await history(id))[0] as HistoryEntry;
    expect((await app.call(contract.downloadVersion, { id, versionId: version.id }, customer)).status).toBe(404);
  });
});
