import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildAiSession } from '../../../dtc-off/server/dtc-off.factory.ts';
import { buildFile } from '../../../files/server/files.factory.ts';
import { buildFurtherFile } from '../../../files/further/server/further-files.factory.ts';
import { buildLoginMedia } from '../../../catalogue/media/server/media.factory.ts';
import { deleteLoginMedia } from '../../../catalogue/media/media.calls.ts';
import { getDiskUse, type DiskUse, type StoredKind } from '../disk-use.calls.ts';
import { buildTicket, buildTicketMessage } from '../../../tickets/server/tickets.factory.ts';
import { recordRemovedBytes } from '../../../../server/stored-files/removed-bytes.ts';
import { buildCustomer, buildPaidFile } from '../../../../server/testing/stories.ts';
import { admin, app, openStage } from '../../../../server/testing/stage.ts';
import { getDiskUse as getDiskUseOf, measureDisk, measureDiskDaily } from './measure-disk.ts';

openStage({ forEachTest: true });

const read = async () => (await app.call(getDiskUse, {}, admin)).body as DiskUse;
const findBytes = (use: DiskUse, kind: StoredKind) => use.kinds.find((row) => row.kind === kind)?.bytes;

/** Builds everything of one customer that has stored bytes. */
async function buildAll() {
  const customer = await buildCustomer(app.deps);
  const file = await buildPaidFile(app.deps, { user_id: customer.id });
  await buildFurtherFile(app.deps, { user_id: customer.id });
  const ticket = await buildTicket(app.deps, { file_id: file.id });
  const attachment = { name: 'log.txt', bytes: new Uint8Array(500) };
  await buildTicketMessage(app.deps, { ticket_id: ticket.id, user_id: customer.id, attachment });
  await buildAiSession(app.deps, { user_id: customer.id });
  return customer;
}

async function recordedBytes() {
  const { rows } = await sql<{ kind: StoredKind; bytes: number }>`
    select kind, sum(size_bytes)::bigint as bytes from recorded_bytes group by kind`.execute(app.db);
  return Object.fromEntries(rows.map(({ kind, bytes }) => [kind, bytes]));
}

const measure = () => measureDisk(app.deps);

test('bytes match the records by kind and customer, as of the moment at which they were added up', async () => {
  const customer = await buildAll();
  await buildFile(app.deps, {});
  await buildLoginMedia(app.deps);
  expect(await read()).toMatchObject({ recorded_at: null, users: [] });
  await measure();
  const before = await read();
  expect(Date.parse(before.recorded_at ?? '')).toBeLessThanOrEqual(app.clock.now().getTime());
  const recorded = await recordedBytes();
  for (const { kind, bytes, objects } of before.kinds) {
    expect([kind, bytes]).toEqual([kind, recorded[kind]]);
    expect(objects).toBeGreaterThan(0);
  }
  expect(findBytes(before, 'ATTACHMENT')).toBe(500);
  const largest = before.users[0];
  expect(largest).toMatchObject({ user_id: customer.id, open_user_id: customer.id, attachment_bytes: 500 });
  expect(before.users).toHaveLength(2);
  await buildFile(app.deps, { user_id: customer.id });
  expect(await read()).toEqual({ ...before, database_bytes: expect.any(Number), free_bytes: expect.any(Number) });
  app.clock.advance(1000);
  await measure();
  const after = await read();
  expect(after.users[0]?.original_bytes).toBeGreaterThan(largest?.original_bytes ?? Infinity);
  expect(Date.parse(after.recorded_at ?? '')).toBeGreaterThan(Date.parse(before.recorded_at ?? ''));
});

test('discarded bytes and deleted images are no longer counted', async () => {
  const customer = await buildAll();
  const image = await buildLoginMedia(app.deps);
  await measure();
  expect((await read()).users).toHaveLength(1);
  const { rows } = await sql<{ file_key: string }>`
    select h.file_key from file_history h join files f on f.id = h.file_id where f.user_id = ${customer.id}
    union all select file_key from further_files union all select file_key from ai_sessions
    union all select file_key from ticket_messages where file_key is not null`.execute(app.db);
  await app.db.transaction().execute((tx) =>
    recordRemovedBytes(
      tx,
      rows.map(({ file_key }) => file_key),
      'ERASURE',
    ),
  );
  await app.call(deleteLoginMedia, { id: image.id }, admin);
  await measure();
  const use = await read();
  expect(use.kinds.map(({ bytes, objects }) => [bytes, objects])).toEqual(use.kinds.map(() => [0, 0]));
  expect(use.users).toEqual([]);
});

test('users are listed by their bytes, the most first', async () => {
  for (const size of [10, 30, 20]) {
    const { id } = await buildFile(app.deps, {});
    await app.db.updateTable('file_history').set({ size_bytes: size }).where('file_id', '=', id).execute();
  }
  await measure();
  expect((await read()).users.map(({ total_bytes }) => total_bytes)).toEqual([30, 20, 10]);
});

test('quarantine and local backups are measured once a day', async () => {
  await sql`insert into installation (id, copy_id) values (gen_random_uuid(), gen_random_uuid())`.execute(app.ownerDb);
  expect(await read()).toMatchObject({ quarantine: null, backups: null });
  const target = join(app.folder, 'nightly');
  await mkdir(join(target, 'files', 'ab'), { recursive: true });
  await writeFile(join(target, 'files', 'ab', 'one'), Buffer.alloc(4_000));
  await mkdir(join(app.folder, 'backups'), { recursive: true });
  await writeFile(join(app.folder, 'backups', 'before.backup'), Buffer.alloc(300));
  const deps = { ...app.deps, config: { ...app.config, dataDir: app.folder, backupTarget: { folder: target } } };
  await buildFile(app.deps, {});
  const { file_key } = await app.db.selectFrom('files').select('file_key').executeTakeFirstOrThrow();
  await app.storage.quarantine(file_key, '2026-11-22');
  await measureDiskDaily(deps);
  const use = await read();
  expect(use.backups).toMatchObject({ bytes: 4_300, objects: 2 });
  expect(use.quarantine?.objects).toBe(1);
  expect(use.database_bytes).toBeGreaterThan(1_000_000);
  expect(use.free_bytes).toBeGreaterThan(0);
  await app.storage.restore(file_key);
  await measureDiskDaily(deps);
  expect((await read()).quarantine?.objects).toBe(1);
  app.clock.advance(24 * 3_600_000);
  await measureDiskDaily(deps);
  // By now the administrator's session has expired.
  expect((await getDiskUseOf(app.deps)).quarantine).toMatchObject({ objects: 0, bytes: 0 });
});

test('neither backups in a bucket nor the free space of a bucket is measured', async () => {
  const bucket = { bucket: 'backups' } as never;
  await measureDisk(app.deps);
  await measureDisk({ ...app.deps, config: { ...app.config, backupTarget: bucket } });
  app.deps.config.storagePlace = bucket;
  const { backups, free_bytes } = await read();
  expect([backups, free_bytes]).toEqual([null, null]);
});
