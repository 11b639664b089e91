import type { Client } from 'pg';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { listChanges, type Change } from '../../../staff/audit/audit.calls.ts';
import { setApplicationConfiguration } from '../../settings.calls.ts';
import { setShopHours, setShopLogo } from '../../shop-hours.calls.ts';
import { getNeedsYou } from '../../../staff/dashboard/dashboard.calls.ts';
import * as contract from '../first-start.calls.ts';
import { buildSolution } from '../../../catalogue/server/catalogue.factory.ts';
import { buildFile } from '../../../files/server/files.factory.ts';
import { samplePicture } from '../../../catalogue/media/server/media.factory.ts';
import { buildPaymentMessage } from '../../../payments/server/payments.factory.ts';
import { withSession } from '../../../../server/backup/session.ts';
import { recordName, type BackupRecord } from '../../../../server/backup/target/records.ts';
import { noteFile, noteRun } from '../../../../server/backup/target/runs.ts';
import { deliverMail } from '../../../../server/mail/deliver.ts';
import { buildCustomer, buildPaidFile } from '../../../../server/testing/stories.ts';
import { admin, app, openStage } from '../../../../server/testing/stage.ts';
import { makeRequestedBackup } from '../../../../app/server/scheduled-backups.ts';

openStage({ forEachTest: true });

const read = async () => (await app.call(contract.getFirstStart, {}, admin)).body as contract.FirstStart;
const doneSteps = async () =>
  Object.entries((await read()).done)
    .filter(([, isDone]) => isDone)
    .map(([step]) => step);
const onDashboard = async () => ((await app.call(getNeedsYou, {}, admin)).body as { first_start: unknown }).first_start;
const listChangesAbout = async (about: string) =>
  ((await app.call(listChanges, { about }, admin)).body as { changes: Change[] }).changes.map(
    ({ kind, old_value, new_value }) => [kind, old_value, new_value],
  );

const RECORD: BackupRecord = {
  format: 1,
  madeAt: '2026-03-02T08:00:00.000Z',
  installation: 'this portal',
  keyId: null,
  archive: 'archive',
  index: 'index',
  files: 1,
  newFiles: 1,
  copiedBytes: 500,
};

/** Delivers the mail as the mail job does, with this mail server. */
async function deliverTestMail(send: () => Promise<{ forget: boolean; response?: string }>) {
  const { id } = await app.db.selectFrom('mails').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow();
  await deliverMail(app.deps, send, id).catch(() => undefined);
}

describe('the steps of an empty portal', () => {
  test('none is done at first, and the administrators’ dashboard shows that', async () => {
    expect(await doneSteps()).toEqual([]);
    expect(await onDashboard()).toEqual({ done: 0, of: 11 });
    const customer = await buildCustomer(app.deps);
    expect((await app.call(getNeedsYou, {}, customer)).body).toMatchObject({ first_start: null });
  });

  test('each is done only once the stored facts show it', async () => {
    await app.call(setApplicationConfiguration, { shop_name: 'Vardar Tuning' }, admin);
    expect(await doneSteps()).toEqual([]);
    const file = { name: 'logo.png', bytes: await samplePicture() };
    expect((await app.call(setShopLogo, {}, { ...admin, file })).status).toBe(200);
    expect(await doneSteps()).toEqual(['shop']);
    await buildSolution(app.deps);
    expect(await doneSteps()).toEqual(['shop', 'catalogue']);
    const hours = { hours: 'Mon-Fri 08:00-17:00', holidays: '', time_zone: 'Europe/Skopje' };
    await app.call(setShopHours, hours, admin);
    expect((await read()).facts.hours).toEqual({ is_set: true, written: hours.hours, time_zone: hours.time_zone });
    await buildPaymentMessage(app, { provider: 'other', outcome: 'CREDITED' });
    expect(await doneSteps()).toEqual(['shop', 'catalogue', 'hours']);
    await buildPaymentMessage(app, { provider: 'sandbox', outcome: 'CREDITED' });
    expect(await doneSteps()).toEqual(['shop', 'catalogue', 'hours', 'payment']);
  });

  test('a service of others is decided by its address, or by not using it, which can be taken back', async () => {
    await app.call(setApplicationConfiguration, { gain_use: 'NOT_USED', chat_use: 'NOT_USED' }, admin);
    expect(await doneSteps()).toEqual(['gain', 'chat']);
    expect((await read()).facts.services).toEqual({
      google: 'UNDECIDED',
      gain: 'NOT_USED',
      social: 'UNDECIDED',
      chat: 'NOT_USED',
    });
    await app.call(setApplicationConfiguration, { chat_use: null }, admin);
    expect(await doneSteps()).toEqual(['gain']);
    expect(await listChangesAbout('Chat')).toEqual([
      ['CONFIGURATION', 'NOT_USED', null],
      ['CONFIGURATION', null, 'NOT_USED'],
    ]);
  });

  test('a trial order is completed part by part, up to the download by its customer', async () => {
    const { trial } = (await read()).facts;
    expect(trial).toEqual({ customer: false, upload: false, price: false, pay: false, download: false, file_id: null });
    const customer = await buildCustomer(app.deps);
    await buildFile(app.deps, { user_id: customer.id });
    expect((await read()).facts.trial).toMatchObject({ customer: true, upload: true, price: false });
    const paid = await buildPaidFile(app.deps, { user_id: customer.id });
    expect((await read()).facts.trial).toMatchObject({ price: true, pay: true, download: false });
    await app.db.updateTable('files').set({ delivered_at: new Date() }).where('id', '=', paid.id).execute();
    expect(await doneSteps()).toEqual(['trial']);
  });

  test('a backup file counts as well as one at the target; a failed backup does not', async () => {
    const startedAt = new Date();
    await withSession(app.ownerUrl, (client) => noteRun(client, { startedAt, made: null }));
    expect((await read()).facts.backup).toMatchObject({ made_at: null, failed_at: expect.any(String) });
    expect(await doneSteps()).toEqual([]);
    const backups: ((client: Client) => Promise<unknown>)[] = [
      (client) => noteFile(client, { startedAt, name: 'portal.tunedesk' }),
      (client) => noteRun(client, { startedAt, made: { name: recordName(startedAt), record: RECORD } }),
    ];
    for (const backup of backups) {
      await app.ownerDb.deleteFrom('backup_runs').execute();
      expect(await doneSteps()).toEqual([]);
      await withSession(app.ownerUrl, backup);
      expect((await read()).facts.backup).toMatchObject({ made_at: expect.any(String), failed_at: null });
      expect(await doneSteps()).toEqual(['backup']);
    }
  });
});

describe('a test mail', () => {
  const send = () => app.call(contract.sendTestMail, {}, admin);
  beforeEach(() => {
    app.config.smtpUrl = 'smtp://mail.example.com';
  });

  test("goes to the caller, and shows the mail server's reply", async () => {
    expect((await send()).body).toMatchObject({ to: admin.email });
    expect((await read()).facts.mail).toMatchObject({ has_server: true, test: { to: admin.email, sent_at: null } });
    await deliverTestMail(async () => ({ forget: true, response: '250 2.0.0 OK: queued' }));
    expect((await read()).facts.mail.test).toMatchObject({ reply: '250 2.0.0 OK: queued', attempts: 1 });
    expect(await doneSteps()).toEqual(['mail']);
  });

  test('that the mail server refuses shows why, and leaves the step undone', async () => {
    await send();
    await deliverTestMail(() => Promise.reject(new Error('535 Authentication failed')));
    expect((await read()).facts.mail.test).toMatchObject({ sent_at: null, last_error: '535 Authentication failed' });
    expect(await doneSteps()).toEqual([]);
  });

  test('that is only written to a folder, without a mail server, leaves the step undone', async () => {
    app.config.smtpUrl = null;
    await send();
    await deliverTestMail(async () => ({ forget: false }));
    expect((await read()).facts.mail).toMatchObject({ has_server: false, test: { sent_at: expect.any(String) } });
    expect(await doneSteps()).toEqual([]);
  });

  test('is sent at most ten times an hour', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1) statuses.push((await send()).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });
});

describe('a requested backup', () => {
  test('is refused when the portal has no backup target', async () => {
    const { status, body } = await app.call(contract.requestBackup, {}, admin);
    expect([status, body.code]).toEqual([400, 'first-start.no_backup_target']);
  });

  test('is made once, however often it is requested, and appears in the audit list', async () => {
    app.config.backupTarget = { folder: '/nowhere' };
    await app.call(contract.requestBackup, {}, admin);
    await app.call(contract.requestBackup, {}, admin);
    expect((await read()).facts.backup.requested_at).not.toBeNull();
    expect(await listChangesAbout('Backup')).toEqual([['CONFIGURATION', null, 'requested']]);
    const make = vi.fn<() => Promise<number>>(async () => 0);
    await makeRequestedBackup(app.deps, make);
    await makeRequestedBackup(app.deps, make);
    expect(make).toHaveBeenCalledTimes(1);
    expect((await read()).facts.backup.requested_at).toBeNull();
  });
});

test('a dismissed first start leaves the dashboard and is recorded once; its page stays', async () => {
  await app.call(contract.dismissFirstStart, {}, admin);
  await app.call(contract.dismissFirstStart, {}, admin);
  expect(await onDashboard()).toBeNull();
  expect((await read()).is_dismissed).toBe(true);
  expect(await listChangesAbout('First start')).toEqual([['CONFIGURATION', 'shown', 'dismissed']]);
});
