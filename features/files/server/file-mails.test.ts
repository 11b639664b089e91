import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deliverMail } from '../../../server/mail/deliver.ts';
import { openMailTransport } from '../../../server/mail/transport.ts';
import { VEHICLE } from '../files.factory.ts';
import { buildCustomer, buildPaidFile } from '../../../server/testing/stories.ts';
import { buildSolution } from '../../catalogue/server/catalogue.factory.ts';
import type { FileDetail } from '../file.ts';
import { getFileFieldLabel } from '../file-field-labels.ts';
import { FILE_FIELD_EXAMPLES, REPORTED_FIELDS } from '../file-fields.ts';
import * as files from '../files.calls.ts';
import * as review from '../review/review.calls.ts';
import * as uploading from '../upload/upload.calls.ts';
import { buildTicket } from '../../tickets/server/tickets.factory.ts';
import { buildFile } from './files.factory.ts';
import { admin, app, openStage } from '../../../server/testing/stage.ts';

openStage({ config: { publicUrl: 'https://tuning.example.com' } });
let folder: string;
let customer: Awaited<ReturnType<typeof buildCustomer>>;
beforeAll(async () => {
  customer = await buildCustomer(app.deps);
  await app.db.updateTable('users').set({ username: 'Ана <Petrova>' }).where('id', '=', customer.id).execute();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tunedesk-file-mails-'));
});
afterEach(async () => {
  await app.db.deleteFrom('mails').execute();
  await rm(folder, { recursive: true, force: true });
});

/** Delivers all pending mails and returns them as a mail program reads them. */
async function arrived(): Promise<Email[]> {
  const send = openMailTransport({ ...app.config, smtpUrl: null, dataDir: folder });
  const waiting = await app.db.selectFrom('mails').select('id').orderBy('id').execute();
  for (const { id } of waiting) await deliverMail(app.deps, send, id);
  const outbox = join(folder, 'outbox');
  const names = waiting.length === 0 ? [] : (await readdir(outbox)).toSorted();
  return Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(outbox, name)))));
}

/** Returns the only mail; fails when there are several. */
async function theMail(): Promise<Email> {
  const mails = await arrived();
  expect(mails.map(({ subject }) => subject)).toHaveLength(1);
  return mails[0] as Email;
}
const subjects = async () => (await arrived()).map(({ subject }) => subject);

const modified = (text = 'a modified image') => ({ name: 'Golf 5 mod.bin', bytes: new TextEncoder().encode(text) });
const setFeasibility = (id: number, fields: Record<string, unknown> = {}, file?: ReturnType<typeof modified>) =>
  app.call(review.setFeasibility, { id, feasible: 'POSSIBLE', price: 150, ...fields }, { token: admin.token, file });
const attach = (id: number, file = modified()) => app.call(review.uploadModified, { id }, { token: admin.token, file });

describe('a file has arrived', () => {
  let solution: { id: number };
  beforeAll(async () => {
    solution = await buildSolution(app, { name: 'Stage 1', credits: 60, type: 'TUNING' });
  });

  const upload = async (headers: Record<string, string> = {}, fields: Record<string, string> = VEHICLE) =>
    app.call(
      uploading.createFile,
      { ...fields, solution_ids: [solution.id] },
      { token: customer.token, file: { name: 'Golf 5 <b>.bin', bytes: new Uint8Array([1, 2]) }, headers },
    );

  test('its owner gets a mail with the solutions, the price and a link to the file', async () => {
    const { body } = await upload();
    const { file } = body as FileDetail;
    const mail = await theMail();
    expect(mail.to?.map(({ address }) => address)).toEqual([customer.email]);
    expect(mail.subject).toBe(`We have received your file ${file.file_id}`);
    for (const words of [
      'Hello Ана <Petrova>,',
      'Your file "Golf 5 <b>.bin" has arrived',
      'Stage 1, together 60.00 CRS',
      `https://tuning.example.com/view-file/${file.id}`,
    ])
      expect(mail.text).toContain(words);
    expect(mail.html).toContain('Golf 5 &lt;b&gt;.bin');
    expect(mail.html).toContain(`href="https://tuning.example.com/view-file/${file.id}"`);
  });

  test('the mail names the fields that are reported, in the language of its reader', async () => {
    await app.db.updateTable('users').set({ language: 'de' }).where('id', '=', customer.id).execute();
    await upload({}, FILE_FIELD_EXAMPLES);
    const { text } = await theMail();
    await app.db.updateTable('users').set({ language: null }).where('id', '=', customer.id).execute();
    const lines = REPORTED_FIELDS.map((name) => `${getFileFieldLabel(name).de}: ${FILE_FIELD_EXAMPLES[name]}`);
    expect(lines).toContain(`Marke: ${FILE_FIELD_EXAMPLES.brand}`);
    for (const line of lines) expect(text).toContain(line);
    expect(text).not.toContain(`: ${FILE_FIELD_EXAMPLES.generation}`);
  });

  test('a repeated upload with the same key creates one file and one mail', { tags: ['G-52'] }, async () => {
    const key = { 'idempotency-key': 'the-same-upload' };
    const replies = await Promise.all([upload(key), upload(key), upload(key)]);
    expect(new Set(replies.map(({ body }) => (body as FileDetail).file.id)).size).toBe(1);
    expect(await subjects()).toHaveLength(1);
  });

  test('a refused upload is not mailed', async () => {
    const file = { name: 'x.bin', bytes: new Uint8Array([1]) };
    const refused = await app.call(
      uploading.createFile,
      { ...VEHICLE, solution_ids: [999_999] },
      { token: customer.token, file },
    );
    expect(refused.status).toBe(400);
    expect(await subjects()).toEqual([]);
  });
});

describe('a file that is not possible', () => {
  test('its owner is notified once, with the note, and what can be done', { tags: ['X-STA-13'] }, async () => {
    const { id, file_id } = await buildFile(app, { user_id: customer.id });
    await setFeasibility(id, { feasible: 'NOT_POSSIBLE', price: null, notes: 'The ECU is locked.' });
    await setFeasibility(id, { feasible: 'NOT_POSSIBLE', price: null, notes: 'The ECU is locked.' });
    const mail = await theMail();
    expect(mail.subject).toBe(`Your file ${file_id} is not possible at the moment`);
    expect(mail.text).toContain('You have paid nothing. If you do not want to wait, cancel the file on its page.');
    expect(mail.text).toContain('Important: The ECU is locked.');
    expect(mail.text).toContain(`https://tuning.example.com/view-file/${id}`);
  });

  test('is reported again when it was possible in between', async () => {
    const { id, file_id } = await buildFile(app, { user_id: customer.id });
    await setFeasibility(id, { feasible: 'NOT_POSSIBLE', price: null });
    await setFeasibility(id, {}, modified());
    await setFeasibility(id, { feasible: 'NOT_POSSIBLE', price: null });
    const sorry = `Your file ${file_id} is not possible at the moment`;
    expect((await subjects()).filter((subject) => subject === sorry)).toHaveLength(2);
  });
});

describe('a file is ready', () => {
  test('its owner is mailed the price, the note and where to pay', async () => {
    const { id, file_id } = await buildFile(app, { user_id: customer.id });
    await setFeasibility(id, { price: '149.50', notes: 'Mapped on the bench.' }, modified());
    const mail = await theMail();
    expect(mail.to?.map(({ address }) => address)).toEqual([customer.email]);
    expect(mail.subject).toBe(`Your file ${file_id} is ready: 149.50 CRS`);
    expect(mail.text).toContain('The price is 149.50 CRS.');
    expect(mail.text).toContain('Important: Mapped on the bench.');
    expect(mail.text).toContain(`https://tuning.example.com/view-file/${id}`);
  });

  test('is mailed once; each later price gets its own mail, and saving the same price again gets none', async () => {
    const { id, file_id } = await buildFile(app, { user_id: customer.id });
    await setFeasibility(id, {}, modified());
    await setFeasibility(id);
    await setFeasibility(id, { notes: 'A better word.' });
    await setFeasibility(id, { price: 90 });
    await setFeasibility(id, { price: 150 });
    expect(await subjects()).toEqual([
      `Your file ${file_id} is ready: 150.00 CRS`,
      `The price of your file ${file_id} is now 90.00 CRS`,
      `The price of your file ${file_id} is now 150.00 CRS`,
    ]);
  });

  test('is not mailed again after being not possible: a different mail reports that it is possible again', async () => {
    const { id, file_id } = await buildFile(app, { user_id: customer.id });
    await setFeasibility(id, {}, modified());
    await setFeasibility(id, { feasible: 'NOT_POSSIBLE', price: null });
    await setFeasibility(id, { price: 90, notes: 'Flash it cold.' });
    const mails = await arrived();
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Your file ${file_id} is ready: 150.00 CRS`,
      `Your file ${file_id} is not possible at the moment`,
      `Your file ${file_id} is possible again: 90.00 CRS`,
    ]);
    expect(mails[2]?.text).toContain('Important: Flash it cold.');
  });

  test('a price refused as outdated is not mailed, and the mail about a new price names the old one', async () => {
    const { id, file_id } = await buildFile(app, { user_id: customer.id });
    await setFeasibility(id, {}, modified());
    expect((await setFeasibility(id, { price: 1, offer_version: 0 })).status).toBe(400);
    await setFeasibility(id, { price: 222, offer_version: 1 });
    const mails = await arrived();
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Your file ${file_id} is ready: 150.00 CRS`,
      `The price of your file ${file_id} is now 222.00 CRS`,
    ]);
    expect(mails[1]?.text).toContain('has been changed from 150.00 CRS to 222.00 CRS.');
  });

  test('several simultaneous clicks send one mail', async () => {
    const { id } = await buildFile(app, {
      user_id: customer.id,
      mod_file_name: 'm.bin',
      modBytes: new Uint8Array([7]),
    });
    const replies = await Promise.all([setFeasibility(id), setFeasibility(id), setFeasibility(id), setFeasibility(id)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await subjects()).toHaveLength(1);
  });

  test('a modified file without a price is not ready yet', async () => {
    const { id } = await buildFile(app, { user_id: customer.id });
    expect((await attach(id)).status).toBe(200);
    expect(await subjects()).toEqual([]);
  });

  test('NOT_POSSIBLE and a refused change are not announced as ready', async () => {
    const { id, file_id } = await buildFile(app, { user_id: customer.id });
    expect((await setFeasibility(id)).status).toBe(400);
    await setFeasibility(id, { feasible: 'NOT_POSSIBLE' });
    expect(await subjects()).toEqual([`Your file ${file_id} is not possible at the moment`]);
  });

  test('different bytes for a paid file are announced as a new version; identical bytes are not', async () => {
    const { id, file_id } = await buildPaidFile(app.deps, { user_id: customer.id });
    await setFeasibility(id, {}, modified('second'));
    await attach(id, modified('second'));
    await setFeasibility(id, { notes: 'Only a note.' });
    await attach(id, modified('third'));
    expect(await subjects()).toEqual(Array(2).fill(`There is a new version of your file ${file_id}`));
  });

  test('deactivated and deleted users get no mail', async () => {
    for (const gone of [{ status: 'DEACTIVE' as const }, { deleted_at: new Date() }]) {
      const other = await buildCustomer(app.deps);
      const { id } = await buildFile(app, { user_id: other.id });
      await app.db.updateTable('users').set(gone).where('id', '=', other.id).execute();
      expect((await setFeasibility(id, {}, modified())).status).toBe(200);
    }
    expect(await subjects()).toEqual([]);
  });
});

describe('a paid file is canceled', () => {
  test('its owner is mailed once how much was refunded', async () => {
    const { id, file_id } = await buildPaidFile(app.deps, { user_id: customer.id });
    const replies = await Promise.all([1, 2, 3].map(() => app.call(files.cancelFile, { id }, admin)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
    const mail = await theMail();
    expect(mail.to?.map(({ address }) => address)).toEqual([customer.email]);
    expect(mail.subject).toBe(`Your file ${file_id} was refunded: 150.00 CRS`);
    expect(mail.text).toContain('the 150.00 CRS that you paid for it are back on your balance');
    expect(mail.text).toContain(`https://tuning.example.com/view-file/${id}`);
    // Its page has no ticket, and can no longer open one.
    expect(mail.text).not.toContain('Is something unclear?');
  });

  test('its owner can write in the ticket that it has', async () => {
    const { id } = await buildPaidFile(app.deps, { user_id: customer.id });
    await buildTicket(app, { file_id: id });
    await app.call(files.cancelFile, { id }, admin);
    expect((await theMail()).text).toContain('Is something unclear? Write to the support on the same page.');
  });

  test('canceling an unpaid file refunds nothing, so nothing is mailed', async () => {
    const { id } = await buildFile(app, { user_id: customer.id });
    expect((await app.call(files.cancelFile, { id }, admin)).status).toBe(200);
    expect(await subjects()).toEqual([]);
  });
});

test('a change and its mail are stored together or not at all: without the outbox nothing changes', async () => {
  const { id } = await buildFile(app, { user_id: customer.id });
  await app.ownerDb.schema.alterTable('mails').renameTo('mails_away').execute();
  const failed = await setFeasibility(id, {}, modified());
  await app.ownerDb.schema.alterTable('mails_away').renameTo('mails').execute();
  expect(failed.status).toBe(500);
  const { body } = await app.call(files.getFile, { id }, admin);
  expect((body as FileDetail).file).toMatchObject({ status: 'PENDING', feasible: null, mod_file_name: null });
});
