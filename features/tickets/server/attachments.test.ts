import { randomBytes } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isNamedKey } from '../../../app/server/check-files.ts';
import { sweepFiles } from '../../../app/server/housekeeping.ts';
import { listStoredKeys } from '../../../server/testing/stored-bytes.ts';
import { buildCustomer } from '../../../server/testing/stories.ts';
import { buildFile } from '../../files/server/files.factory.ts';
import * as contract from '../tickets.calls.ts';
import { buildTicket } from './tickets.factory.ts';
import { admin, app, openStage } from '../../../server/testing/stage.ts';

const LIMIT = 20_971_520;

openStage();

let customer: Awaited<ReturnType<typeof buildCustomer>>;
let fileId: number;
let id: number;
beforeAll(async () => {
  customer = await buildCustomer(app.deps);
});
beforeEach(async () => {
  fileId = (await buildFile(app, { user_id: customer.id })).id;
  id = (await buildTicket(app, { file_id: fileId })).id;
});

/** After every test here, stored bytes and rows reference each other. */
afterEach(async () => {
  const stored = await listStoredKeys(app);
  const named = await isNamedKey(app, stored);
  const orphans = stored.filter((key) => !named.has(key));
  if (orphans.length > 0) throw new Error(`no row names ${orphans.join(', ')}`);
});

const picture = (bytes: Uint8Array<ArrayBuffer> = randomBytes(500), name = 'Rauch über 3000.png') => ({ name, bytes });
const send = (file: ReturnType<typeof picture>, by = customer, message = 'See the log.', headers = {}) =>
  app.call(contract.sendMessage, { id, message }, { token: by.token, file, headers });
const fetchAttachment = (messageId: number, by = customer) =>
  app.call(contract.downloadAttachment, { id, messageId }, by);

describe('attachments in both directions', { tags: ['X-CHT-05', 'C-CRT-04'] }, () => {
  test.each(['customer', 'administrator'])(
    'what the %s attaches is downloaded by the other side byte for byte',
    async (who) => {
      const [from, to] = who === 'customer' ? [customer, admin] : [admin, customer];
      const file = picture();
      const { status, body } = await send(file, from);
      expect([status, body.file_name, body.file_size_bytes]).toEqual([201, file.name, 500]);
      const reply = await fetchAttachment(body.id, to);
      expect(Buffer.from(reply.bytes).equals(file.bytes)).toBe(true);
      expect(reply.headers.get('content-type')).toBe('application/octet-stream');
      expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
      expect(reply.headers.get('content-disposition')).toMatch(
        /^attachment; .*filename\*=UTF-8''Rauch%20%C3%BCber%203000\.png$/,
      );
    },
  );

  test('a ticket can be opened with an attachment', async () => {
    const other = await buildFile(app, { user_id: customer.id });
    const file = picture();
    const { body } = await app.call(
      contract.openTicket,
      { fileId: other.id, message: 'See.' },
      { token: customer.token, file },
    );
    const [message] = body.ticket_messages;
    const reply = await app.call(contract.downloadAttachment, { id: body.id, messageId: message.id }, admin);
    expect(Buffer.from(reply.bytes).equals(file.bytes)).toBe(true);
  });

  test('20 971 520 bytes pass; one more is refused in words and leaves nothing', { tags: ['G-23'] }, async () => {
    expect((await send(picture(randomBytes(LIMIT)))).status).toBe(201);
    const before = await listStoredKeys(app);
    const refused = await send(picture(Buffer.alloc(LIMIT + 1)));
    expect([refused.status, refused.body.message]).toEqual([400, 'File size should not exceed 20MB.']);
    expect(await listStoredKeys(app)).toEqual(before);
    const { body } = await app.call(contract.getTicket, { id }, customer);
    expect(body.ticket_messages).toHaveLength(1);
  });
});

describe('no access to attachments', () => {
  test('another customer, another ticket and a message without an attachment all return 404', async () => {
    const { body } = await send(picture());
    const plain = await app.call(contract.sendMessage, { id, message: 'Nothing attached.' }, customer);
    const stranger = await buildCustomer(app.deps);
    expect((await fetchAttachment(body.id, stranger)).status).toBe(404);
    expect((await fetchAttachment(plain.body.id)).status).toBe(404);
    expect((await fetchAttachment(999_999)).status).toBe(404);
    const other = await buildTicket(app, { file_id: (await buildFile(app, { user_id: customer.id })).id });
    const elsewhere = { id: other.id, messageId: body.id };
    expect((await app.call(contract.downloadAttachment, elsewhere, customer)).status).toBe(404);
  });
});

describe('bytes are stored exactly as long as a message refers to them', () => {
  test('a message refused as blank, closed or foreign leaves none', async () => {
    const before = await listStoredKeys(app);
    const stranger = await buildCustomer(app.deps);
    expect((await send(picture(), customer, '  ')).status).toBe(400);
    expect((await send(picture(), stranger)).status).toBe(404);
    await app.call(contract.closeTicket, { id }, admin);
    expect((await send(picture())).status).toBe(400);
    expect(await listStoredKeys(app)).toEqual(before);
  });

  test('a second ticket for the file leaves none', async () => {
    const before = await listStoredKeys(app);
    const again = { token: customer.token, file: picture() };
    expect((await app.call(contract.openTicket, { fileId, message: 'Me too.' }, again)).status).toBe(400);
    expect(await listStoredKeys(app)).toEqual(before);
  });

  test('a repeat with the same key leaves only the bytes of the first', async () => {
    const file = picture();
    const key = { 'idempotency-key': 'attachment-1' };
    const first = await send(file, customer, 'See.', key);
    const before = await listStoredKeys(app);
    const again = await send(file, customer, 'See.', key);
    expect(again.body.id).toBe(first.body.id);
    expect(await listStoredKeys(app)).toEqual(before);
    expect((await fetchAttachment(first.body.id)).status).toBe(200);
  });

  test('the sweep sets aside unreferenced files, and leaves attachments', async () => {
    const { body } = await send(picture());
    await app.storage.keep(
      await app.storage.receive(
        (async function* bytes() {
          yield randomBytes(9);
        })(),
      ),
    );
    expect(await sweepFiles(app.deps, { all: true, minAgeMs: 0 })).toMatchObject({ setAside: 1 });
    expect((await fetchAttachment(body.id)).status).toBe(200);
  });
});
