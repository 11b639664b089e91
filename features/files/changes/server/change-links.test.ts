import { beforeAll, describe, expect, test } from 'vitest';
import { admin, app, openStage } from '../../../../server/testing/stage.ts';
import { buildCustomer } from '../../../../server/testing/stories.ts';
import { deleteUser } from '../../../accounts/accounts.calls.ts';
import * as files from '../../files.calls.ts';
import { uploadModified } from '../../review/review.calls.ts';
import * as contract from '../changes.calls.ts';
import { buildBoughtFile } from './change-links.factory.ts';

openStage();

type Customer = Awaited<ReturnType<typeof buildCustomer>>;
let customer: Customer;
let other: Customer;
beforeAll(async () => {
  customer = await buildCustomer(app.deps);
  other = await buildCustomer(app.deps);
});

type Shown = {
  vehicle: string;
  made_at: string;
  picture: { regions: number; places: { kind: string; before: string }[] };
};

const build = (fields: Parameters<typeof buildBoughtFile>[1] = {}) =>
  buildBoughtFile(app.deps, { user_id: customer.id, brand: 'Audi', ecu: 'S3 1.8 T', generation: '2001', ...fields });
const make = (id: number, who: { token: string } = customer) => app.call(contract.createChangeLink, { id }, who);
const makeToken = async (id: number) => ((await make(id)).body as { token: string }).token;
const read = (token: string) => app.call(contract.readChangeLink, { token });
const revoke = (id: number, who: { token: string } = customer) => app.call(contract.revokeChangeLink, { id }, who);
const change = (id: number, fields: object) =>
  app.deps.db.updateTable('files').set(fields).where('id', '=', id).execute();

describe('a link to what was changed', () => {
  test('shows the vehicle and the picture to a visitor, and nothing else of the order', async () => {
    const { id } = await build({ file_name: 'secret-name.bin' });
    const token = await makeToken(id);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const { status, body } = await read(token);
    const shown = body as Shown;
    expect([status, shown.vehicle]).toEqual([200, 'Audi S3 1.8 T, 2001']);
    expect(Object.keys(shown).sort()).toEqual(['made_at', 'picture', 'vehicle']);
    expect(shown.picture.regions).toBeGreaterThan(0);
    expect(shown.picture.places.some(({ kind }) => kind === 'checksum')).toBe(true);
    for (const { before } of shown.picture.places) expect(before.length).toBeLessThanOrEqual(8 * 3 + 1);
    expect(JSON.stringify(body)).not.toContain('secret-name');
  });

  test('is stored only as a hash', async () => {
    const { id } = await build();
    const token = await makeToken(id);
    const row = await app.deps.db.selectFrom('change_links').selectAll().where('file_id', '=', id).executeTakeFirst();
    expect(JSON.stringify(row)).not.toContain(token);
  });

  test('cannot be guessed: its hash, its number and another token show nothing', async () => {
    const { id } = await build();
    await makeToken(id);
    const row = await app.deps.db.selectFrom('change_links').select('token_hash').executeTakeFirstOrThrow();
    for (const guess of [row.token_hash, String(id), Buffer.alloc(32, 7).toString('base64url')]) {
      expect((await read(guess)).status).toBe(400);
    }
  });

  test('shows nothing once it is revoked or replaced', async () => {
    const { id } = await build();
    const first = await makeToken(id);
    const second = await makeToken(id);
    expect([(await read(first)).status, (await read(second)).status]).toEqual([400, 200]);
    expect((await revoke(id)).status).toBe(200);
    expect((await read(second)).status).toBe(400);
    expect((await app.call(contract.getChangeLink, { id }, customer)).body).toEqual({ created_at: null });
    expect((await revoke(id)).status).toBe(200);
  });

  test('shows nothing once its file is deleted', async () => {
    const { id } = await build();
    const token = await makeToken(id);
    await app.call(files.deleteFile, { id }, admin);
    expect((await read(token)).status).toBe(400);
  });

  test('shows nothing once its file is refunded', async () => {
    const { id } = await build();
    const token = await makeToken(id);
    expect((await app.call(files.cancelFile, { id }, admin)).status).toBe(200);
    expect((await read(token)).status).toBe(400);
  });

  test('shows nothing once its owner is deleted', async () => {
    const owner = await buildCustomer(app.deps);
    const { id } = await build({ user_id: owner.id });
    const token = ((await make(id, owner)).body as { token: string }).token;
    await app.call(deleteUser, { id: owner.id }, admin);
    expect((await read(token)).status).toBe(400);
  });

  test('of a file that is not paid is neither made nor shown', async () => {
    const { id } = await build();
    const token = await makeToken(id);
    await change(id, { price_status: 'UNPAID' });
    expect((await read(token)).status).toBe(400);
    const { status, body } = await make(id);
    expect([status, (body as { code: string }).code]).toEqual([400, 'files.modified_unavailable']);
  });

  test('is made, read and revoked by the owner of the file alone', async () => {
    const { id } = await build();
    const token = await makeToken(id);
    expect((await make(id, other)).status).toBe(404);
    expect((await revoke(id, other)).status).toBe(404);
    expect((await app.call(contract.getChangeLink, { id }, other)).status).toBe(404);
    for (const call of [make, revoke]) expect((await call(id, admin)).status).toBe(403);
    expect((await read(token)).status).toBe(200);
  });

  test('keeps showing what it was made for when another version is delivered', async () => {
    const { id } = await build();
    const token = await makeToken(id);
    const before = (await read(token)).body;
    const bytes = new TextEncoder().encode('another version');
    await app.call(uploadModified, { id }, { token: admin.token, file: { name: 'second.bin', bytes } });
    expect((await read(token)).body).toEqual(before);
  });
});
