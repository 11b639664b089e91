import { createHash } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { multipart, rawCall } from '../../../../server/testing/raw-call.ts';
import { listStoredKeys } from '../../../../server/testing/stored-bytes.ts';
import { buildCustomer, buildPaidFile, PRICED, readBalance } from '../../../../server/testing/stories.ts';
import type { HistoryEntry } from '../../file.ts';
import * as files from '../../files.calls.ts';
import * as review from '../review.calls.ts';
import { buildFile } from '../../server/files.factory.ts';
import { admin, app, openStage } from '../../../../server/testing/stage.ts';

openStage();

/** Must be true after every test here: stored bytes and rows match each other. */
afterEach(async () => {
  const rows = await app.db.selectFrom('file_history').select('file_key').execute();
  const named = rows.map((row) => row.file_key).sort();
  const stored = await listStoredKeys(app);
  if (String(stored) !== String(named)) throw new Error(`stored ${stored.join()}, named by rows ${named.join()}`);
});

const attachment = (text = 'a modified image', name = 'Golf 5 mod.bin') => ({
  name,
  bytes: new TextEncoder().encode(text),
});
const setFeasibility = (id: number, fields: Record<string, unknown>, file?: ReturnType<typeof attachment>) =>
  app.call(review.setFeasibility, { id, ...fields }, { token: admin.token, file });
const attach = (id: number, fields: Record<string, unknown> = {}, file = attachment()) =>
  app.call(review.uploadModified, { id, ...fields }, { token: admin.token, file });
const listHistory = async (id: number) => (await app.call(files.listFileHistory, { id }, admin)).body as HistoryEntry[];

describe('setting POSSIBLE', { tags: ['X-VAL-20', 'X-API-39'] }, () => {
  test('sets price, notes and the modified file in one go', async () => {
    const file = await buildFile(app);
    const { status, body } = await setFeasibility(
      file.id,
      { feasible: 'POSSIBLE', price: '149.50', notes: ' Mapped on the bench. ' },
      attachment(),
    );
    expect(status).toBe(200);
    expect(body.file).toMatchObject({
      status: 'PROCESSED',
      feasible: 'POSSIBLE',
      price: 149.5,
      price_status: 'UNPAID',
      notes: 'Mapped on the bench.',
      mod_file_name: 'Golf 5 mod.bin',
      mod_file_size_bytes: 16,
      mod_file_sha256: createHash('sha256').update('a modified image').digest('hex'),
    });
    expect(body.file.checked_at).not.toBeNull();
    expect((await listHistory(file.id)).map(({ kind, file_name }) => [kind, file_name])).toEqual([
      ['MODIFIED', 'Golf 5 mod.bin'],
      ['ORIGINAL', 'VW_Golf_5_19TDI_EDC16U34.bin'],
    ]);
  });

  test('needs a modified file, attached now or before', async () => {
    const file = await buildFile(app);
    const refused = await setFeasibility(file.id, { feasible: 'POSSIBLE', price: 10 });
    expect([refused.status, refused.body]).toEqual([
      400,
      { code: 'files.modified_missing', message: 'Attachment of the mod file is missing!', field: 'file' },
    ]);
    await attach(file.id);
    expect((await setFeasibility(file.id, { feasible: 'POSSIBLE', price: 10 })).status).toBe(200);
  });

  test.each([
    ['abc'],
    [-1],
    [100_000.01],
    [''],
    [null],
    [undefined],
    ['NaN'],
    ['1e9'],
    [' '],
    ['0x10'],
    ['1,5,5'],
    ['+5'],
    ['.5'],
    ['5.'],
    [true],
    [[5]],
  ])('the price %j is refused, and the attachment is not stored', async (price) => {
    const file = await buildFile(app);
    const reply = await setFeasibility(file.id, { feasible: 'POSSIBLE', price }, attachment());
    expect([reply.status, reply.body.message]).toEqual([400, 'Price must be a number from 0 to 100000.']);
    expect(reply.body.field).toBe('price');
    expect((await app.call(files.getFile, { id: file.id }, admin)).body.file).toMatchObject({
      status: 'PENDING',
      mod_file_name: null,
    });
  });

  test.each([[10.005], ['1234.005'], ['0.1000001']])('the price %j has too many decimals', async (price) => {
    const file = await buildFile(app);
    const reply = await setFeasibility(file.id, { feasible: 'POSSIBLE', price }, attachment());
    expect([reply.status, reply.body.message]).toEqual([400, 'A price has at most two decimals.']);
  });

  test('a price of exactly three digits after a comma or a point is refused with both readings', async () => {
    const file = await buildFile(app);
    const reply = await setFeasibility(file.id, { feasible: 'POSSIBLE', price: '1.000' }, attachment());
    expect([reply.status, reply.body.field]).toEqual([400, 'price']);
    expect(reply.body.message).toContain('“1.000” can be read as “1000” or as “1”.');
    const grouped = await setFeasibility(file.id, { feasible: 'POSSIBLE', price: '1.234,50' }, attachment());
    expect(grouped.body.file.price).toBe(1234.5);
  });

  test('spaces around a price are ignored', async () => {
    const file = await buildFile(app);
    expect(
      (await setFeasibility(file.id, { feasible: 'POSSIBLE', price: ' 12.5 ' }, attachment())).body.file.price,
    ).toBe(12.5);
  });

  test('again on a paid file at the same price: notes and modified file are replaced, money is not touched', async () => {
    const { id: user_id } = await buildCustomer(app.deps, 40);
    const file = await buildPaidFile(app.deps, { user_id });
    expect(await readBalance(app, user_id)).toBe(40);
    const reply = await setFeasibility(
      file.id,
      { feasible: 'POSSIBLE', price: 150, notes: 'Second try' },
      attachment('second'),
    );
    expect(reply.body.file).toMatchObject({
      status: 'PROCESSED',
      price_status: 'PAID',
      price: 150,
      notes: 'Second try',
      mod_file_size_bytes: 6,
    });
    const dearer = await setFeasibility(file.id, { feasible: 'POSSIBLE', price: 150.01 }, attachment('third'));
    expect(dearer.body).toEqual({
      code: 'files.paid_price',
      message: 'The file is already paid; its price cannot be changed.',
      field: 'price',
    });
    expect((await listHistory(file.id)).filter(({ kind }) => kind === 'MODIFIED')).toHaveLength(2);
    expect(await readBalance(app, user_id)).toBe(40);
  });

  test.each(['MAYBE', '', undefined])('feasible %j is refused', async (feasible) => {
    const file = await buildFile(app);
    const reply = await setFeasibility(file.id, { feasible, price: 5 }, attachment());
    expect([reply.status, reply.body.message]).toEqual([400, 'Please choose POSSIBLE or NOT POSSIBLE.']);
  });
});

describe('setting NOT_POSSIBLE', { tags: ['X-STA-13'] }, () => {
  test('puts the file back in progress, with the notes; a file sent along is not stored', async () => {
    const file = await buildFile(app, { ...PRICED });
    const { body } = await setFeasibility(
      file.id,
      { feasible: 'NOT_POSSIBLE', notes: 'Locked by the maker.' },
      attachment(),
    );
    expect(body.file).toMatchObject({
      status: 'IN_PROGRESS',
      feasible: 'NOT_POSSIBLE',
      notes: 'Locked by the maker.',
      price: 150,
    });
    expect((await listHistory(file.id)).filter(({ kind }) => kind === 'MODIFIED')).toHaveLength(1);
  });
});

describe('attaching the modified file', { tags: ['X-API-38'] }, () => {
  test('without a file is refused with the form’s sentence', { tags: ['X-VAL-19'] }, async () => {
    const file = await buildFile(app);
    const reply = await app.call(review.uploadModified, { id: file.id }, admin);
    expect([reply.status, reply.body.message]).toEqual([400, 'Please select a file before uploading.']);
  });

  test('reads the plain fields of the form as well as jsonData', { tags: ['X-UNK-03'] }, async () => {
    const file = await buildFile(app);
    const sent = multipart([
      { name: 'fileId', value: String(file.id) },
      { name: 'notes', value: 'By hand' },
      { name: 'file', value: 'modified', fileName: 'm.bin' },
    ]);
    const reply = await rawCall(app.url, {
      method: 'POST',
      path: `/api/files/${file.id}/upload-mod-file`,
      token: admin.token,
      ...sent,
    });
    expect([reply.status, JSON.parse(reply.text).file.notes]).toEqual([200, 'By hand']);
  });

  test('for another file than in the address is refused, and the bytes are gone', async () => {
    const file = await buildFile(app);
    const reply = await attach(file.id, { fileId: file.id + 1 });
    expect(reply.body).toEqual({
      code: 'files.other_file',
      message: 'The modified file belongs to another file.',
      field: 'fileId',
    });
  });

  test('without new notes keeps the old ones', async () => {
    const file = await buildFile(app, { ...PRICED, notes: 'Kept' });
    expect((await attach(file.id)).body.file.notes).toBe('Kept');
    expect((await attach(file.id, { notes: 'New' })).body.file.notes).toBe('New');
  });

  test.each([[''], ['  '], [null]])('notes sent as %j remove the old ones', async (notes) => {
    const file = await buildFile(app, { ...PRICED, notes: 'Old' });
    expect((await attach(file.id, { notes: 'New' })).body.file.notes).toBe('New');
    expect((await attach(file.id, { notes })).body.file.notes).toBeNull();
  });

  test('an empty notes field of the plain form removes the old ones', async () => {
    const file = await buildFile(app, { ...PRICED, notes: 'Old' });
    const sent = multipart([
      { name: 'notes', value: '' },
      { name: 'file', value: 'modified', fileName: 'm.bin' },
    ]);
    const path = `/api/files/${file.id}/upload-mod-file`;
    const reply = await rawCall(app.url, { method: 'POST', path, token: admin.token, ...sent });
    expect([reply.status, JSON.parse(reply.text).file.notes]).toEqual([200, null]);
  });

  test.each([
    ['a canceled file', 'upload', 400, { status: 'CANCELED', status_before_cancel: 'PENDING' }],
    ['a canceled file', 'price', 400, { status: 'CANCELED', status_before_cancel: 'PENDING' }],
    ['a file that is not possible', 'upload', 400, { status: 'IN_PROGRESS', feasible: 'NOT_POSSIBLE' }],
    ['a deleted file', 'upload', 404, { deleted_at: new Date() }],
    ['a deleted file', 'price', 404, { deleted_at: new Date() }],
  ] as const)(
    '%s takes none with the %s form (%i), and the refused bytes are gone',
    async (_, form, status, fields) => {
      const file = await buildFile(app, fields);
      const versions = await app.db.selectFrom('file_history').select('id').where('file_id', '=', file.id).execute();
      const reply =
        form === 'upload'
          ? await attach(file.id)
          : await setFeasibility(file.id, { feasible: 'POSSIBLE', price: 1 }, attachment());
      expect(reply.status).toBe(status);
      expect(await app.db.selectFrom('file_history').select('id').where('file_id', '=', file.id).execute()).toEqual(
        versions,
      );
    },
  );

  test('the customer cannot download it until it is paid, but sees that there is one', async () => {
    const customer = await buildCustomer(app.deps);
    const file = await buildFile(app, { user_id: customer.id });
    await attach(file.id);
    const { body } = await app.call(files.getFile, { id: file.id }, customer);
    expect(body.file).toMatchObject({ status: 'PROCESSED', mod_file_name: 'Golf 5 mod.bin' });
    expect(body.file).not.toHaveProperty('email');
    expect(body.file).not.toHaveProperty('user_id');
    expect((await app.call(files.downloadModified, { id: file.id }, customer)).status).toBe(400);
  });
});

test('ten attachments at once are all in the history, and the file shows one of them', async () => {
  const file = await buildFile(app);
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, at) => attach(file.id, {}, attachment(`version ${at}`, `v${at}.bin`))),
  );
  expect(replies.every(({ status }) => status === 200)).toBe(true);
  const modified = (await listHistory(file.id)).filter(({ kind }) => kind === 'MODIFIED');
  expect(modified).toHaveLength(10);
  const { body } = await app.call(files.getFile, { id: file.id }, admin);
  expect(body.file.mod_file_name).toBe(modified[0]?.file_name);
});
