import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { sweepFiles } from '../../../../app/server/housekeeping.ts';
import { listReferences } from '../../../../server/stored-files/references.ts';
import { admin, app, openStage } from '../../../../server/testing/stage.ts';
import { buildCustomer } from '../../../../server/testing/stories.ts';
import { listStoredKeys } from '../../../../server/testing/stored-bytes.ts';
import type { FileDetail } from '../../file.ts';
import * as files from '../../files.calls.ts';
import { getUploadLimit } from '../../upload-limit/upload-limit.calls.ts';
import * as contract from '../further-files.calls.ts';
import { buildFile } from '../../server/files.factory.ts';
import { buildFurtherFile } from './further-files.factory.ts';

openStage();

const report = (bytes: Uint8Array<ArrayBuffer> = randomBytes(40)) => ({ name: 'VCDS scan.txt', bytes });
const add = (
  id: number,
  who: { token: string },
  {
    file = report(),
    key,
    kind = 'SCAN_REPORT',
  }: { file?: ReturnType<typeof report>; key?: string; kind?: string } = {},
) =>
  app.call(
    contract.addFurtherFile,
    { id, kind },
    { token: who.token, file, headers: key === undefined ? {} : { 'idempotency-key': key } },
  );
const list = async (id: number, who: { token: string }) =>
  (await app.call(contract.listFurtherFiles, { id }, who)).body as contract.FurtherFile[];

async function openFile(fields: Parameters<typeof buildFile>[1] = {}) {
  const customer = await buildCustomer(app.deps);
  const { id } = await buildFile(app, { ...fields, user_id: customer.id });
  return { customer, id };
}

describe('a further file of an order', () => {
  test('is stored with its kind, and both sides download the same bytes; the order keeps its status', async () => {
    const { customer, id } = await openFile();
    const file = report();
    const { status, body } = await add(id, customer, { file, kind: 'GEARBOX' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ kind: 'GEARBOX', file_name: file.name, size_bytes: 40 });
    for (const who of [customer, admin]) {
      expect(await list(id, who)).toEqual([body]);
      const back = await app.call(contract.downloadFurtherFile, { id, furtherId: body.id }, who);
      expect(Buffer.from(back.bytes).equals(file.bytes)).toBe(true);
    }
    const detail = (await app.call(files.getFile, { id }, customer)).body as FileDetail;
    expect([detail.file.status, detail.file.further_files]).toEqual(['PENDING', 1]);
  });

  test('counts as an upload and is refused once the upload limit is reached', async () => {
    const { customer, id } = await openFile();
    const before = await app.call(getUploadLimit, {}, customer);
    await add(id, customer);
    const after = await app.call(getUploadLimit, {}, customer);
    expect(before.body.files?.left).toBe((after.body.files?.left ?? 0) + 1);
    const subject = `uploads:user:${customer.id}`;
    await app.db.updateTable('allowances').set({ uses: 1_000_000 }).where('subject', '=', subject).execute();
    const refused = await add(id, customer);
    expect([refused.status, refused.body.code]).toEqual([429, 'uploads.daily_limit']);
    expect(await list(id, customer)).toHaveLength(1);
  });

  test.each([
    ['while there is room', 0],
    ['when it took the last place', 8],
  ])('is stored once when the request is repeated with the same key: %s', async (_, further_files) => {
    const { customer, id } = await openFile({ further_files });
    const stored = await listStoredKeys(app);
    const file = report();
    const both = await Promise.all([
      add(id, customer, { file, key: 'further-0001' }),
      add(id, customer, { file, key: 'further-0001' }),
    ]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    const again = await add(id, customer, { file, key: 'further-0001' });
    expect(new Set([...both, again].map(({ body }) => body.id)).size).toBe(1);
    expect(await list(id, customer)).toHaveLength(1);
    expect(await listStoredKeys(app)).toHaveLength(stored.length + 1);
  });

  test('is refused beyond ten files including the original, even in parallel, and leaves no bytes', async () => {
    const { customer, id } = await openFile({ further_files: 8 });
    const stored = await listStoredKeys(app);
    const replies = await Promise.all([add(id, customer), add(id, customer), add(id, customer)]);
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = replies.find(({ status }) => status === 400);
    expect(refused?.body).toMatchObject({ code: 'further-files.too_many', values: { most: 9 } });
    expect(await listStoredKeys(app)).toHaveLength(stored.length + 1);
  });

  test('is refused for a closed file and for an unknown kind', async () => {
    const { customer, id } = await openFile({ status: 'CANCELED', status_before_cancel: 'PENDING' });
    expect((await add(id, customer)).body.code).toBe('further-files.file_closed');
    const open = await openFile();
    expect((await add(open.id, open.customer, { kind: 'VIRUS' })).body).toMatchObject({ field: 'kind' });
  });

  test('of another customer or another file is not found', async () => {
    const { id, file_id, user_id } = await buildFurtherFile(app);
    const stranger = await buildCustomer(app.deps);
    expect((await add(file_id, stranger)).status).toBe(404);
    expect((await app.call(contract.listFurtherFiles, { id: file_id }, stranger)).status).toBe(404);
    const place = { id: file_id, furtherId: id };
    expect((await app.call(contract.downloadFurtherFile, place, stranger)).status).toBe(404);
    const { id: other } = await buildFile(app, { user_id });
    expect((await app.call(contract.downloadFurtherFile, { id: other, furtherId: id }, admin)).status).toBe(404);
  });

  test('is checked with the other stored files and survives the sweep', async () => {
    const { id, file_id } = await buildFurtherFile(app, { name: 'gear.bin' });
    const references = await listReferences(app.db, { after: '', limit: 1000 });
    const own = references.filter(({ label }) => label.endsWith('further file gear.bin'));
    expect(own).toMatchObject([{ source: 'FILE', source_id: String(file_id), size_bytes: 15 }]);
    await sweepFiles(app.deps, { all: true, minAgeMs: 0 });
    expect((await app.call(contract.downloadFurtherFile, { id: file_id, furtherId: id }, admin)).status).toBe(200);
  });
});
