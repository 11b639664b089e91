import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { listNotices } from '../../features/shop/notices/server/notices.ts';
import { buildFile } from '../../features/files/server/files.factory.ts';
import { isNamedKey } from './check-files.ts';
import { sweepFiles, sweepFilesDaily } from './housekeeping.ts';
import { listStoredKeys } from '../../server/testing/stored-bytes.ts';
import { app, openStage } from '../../server/testing/stage.ts';

openStage();

async function storeUnreferenced(): Promise<string> {
  const stored = await app.storage.receive(Readable.from([randomBytes(9)]));
  await app.storage.keep(stored);
  return stored.key;
}

test('administrators see a notice while too many stored files belong to no record', async () => {
  await buildFile(app.deps);
  const key = await storeUnreferenced();
  const before = await listStoredKeys(app);
  expect(await sweepFiles(app.deps, { minAgeMs: 0 })).toMatchObject({ isAlarm: true, setAside: 0 });
  expect(await listNotices(app.deps)).toMatchObject([
    { kind: 'storage.unreferenced', details: { files: 1, percent: expect.any(Number) as number } },
  ]);
  expect(await listStoredKeys(app)).toEqual(before);
  expect(await sweepFiles(app.deps, { minAgeMs: 0, all: true })).toMatchObject({ setAside: 1 });
  expect(await listNotices(app.deps)).toEqual([]);
  expect(await listStoredKeys(app)).toEqual(before.filter((one) => one !== key));
});

test('the sweep runs once a day, in one process', async () => {
  await sql`insert into installation (id, copy_id) values (gen_random_uuid(), gen_random_uuid())`.execute(app.ownerDb);
  let sweeps = 0;
  const listShelves = () => {
    sweeps += 1;
    return app.storage.listShelves();
  };
  const deps = { ...app.deps, storage: { ...app.storage, listShelves } };
  await Promise.all([sweepFilesDaily(deps), sweepFilesDaily(deps)]);
  expect(sweeps).toBe(1);
  app.clock.advance(24 * 3_600_000);
  await sweepFilesDaily(deps);
  expect(sweeps).toBe(2);
});

test('every column that references stored bytes is queried', async () => {
  const { rows } = await sql<{ place: string }>`
    select table_name || '.' || column_name as place from information_schema.columns
     where table_schema = 'public' and column_name like '%file_key' and table_name <> 'file_check_faults' order by 1`.execute(
    app.ownerDb,
  );
  // The versions of a file are in its history, which is queried instead of `files`.
  expect(rows.map(({ place }) => place)).toEqual([
    'ai_sessions.file_key',
    'file_history.file_key',
    'files.file_key',
    'files.mod_file_key',
    'further_files.file_key',
    'media_files.file_key',
    'ticket_messages.file_key',
  ]);
  const file = await buildFile(app.deps);
  const { file_key } = await app.db
    .selectFrom('files')
    .select('file_key')
    .where('id', '=', file.id)
    .executeTakeFirstOrThrow();
  expect(await isNamedKey(app, [file_key, 'f'.repeat(32)])).toEqual(new Set([file_key]));
});
