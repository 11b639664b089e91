import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { buildUser } from '../../features/accounts/server/accounts.factory.ts';
import { buildSolution } from '../../features/catalogue/server/catalogue.factory.ts';
import { buildCredits } from '../../features/credits/server/credits.factory.ts';
import { buildFile } from '../../features/files/server/files.factory.ts';
import { listMigrations, readMigrations } from '../database/migrate.ts';
import { readServerConfig } from '../config.ts';
import { claimDatabase, PRESENCE_LOCK } from '../database/presence.ts';
import { nameDatabase } from '../installation/database-side.ts';
import { readInstallationFile } from '../installation/installation-file.ts';
import { openPortal } from '../installation/open-portal.ts';
import { buildVersion, buildVersionBeforeBaseline } from '../testing/earlier-version.ts';
import { packArchive, readArchive } from './archive.ts';
import { openAlone } from './command.ts';
import { MANIFEST, type Manifest } from './manifest.ts';
import { moveDatabase } from './copy-rows.ts';
import { withSession, type CheckLedger } from './session.ts';
import { listCreated, readMigration } from './tables.ts';
import { backUpToFile } from './target/back-up-to.ts';
import { openBackupFile } from './target/open-record.ts';
import { sealPlace } from './target/open-target.ts';
import { listRecords } from './target/records.ts';
import { createTarFolder, openTarFolder } from './target/tar-folder.ts';
import { verifyWholeLedger } from '../../app/server/whole-ledger.ts';
import {
  backedUp,
  check,
  everything,
  openBackedUpPortal,
  openEmpty,
  printLine,
  restored,
  seededPortal,
  type Portal,
} from '../testing/backup-stage.ts';

const stage = openBackedUpPortal();

test('a referenced file in quarantine does not count as missing and is in the backup', async () => {
  const source = await seededPortal();
  const { file_key } = await source.db.selectFrom('files').select('file_key').executeTakeFirstOrThrow();
  expect(await source.storage.quarantine(file_key, '2026-11-01')).toBe(true);
  const target = await openEmpty();
  await restored(await backedUp(source), target);
  expect(await target.storage.read(file_key)).not.toBeNull();
});

test('the tables that the migrations create and do not drop are all the tables of the database', async () => {
  const { db } = await openEmpty();
  const { rows } = await sql<{
    tablename: string;
  }>`select tablename::text from pg_tables where schemaname = 'public' order by 1`.execute(db);
  const migrations = await Promise.all((await listMigrations()).map(readMigration));
  const dropped = migrations.flatMap((text) => [...text.matchAll(/^drop table (\w+)/gim)].map(([, name]) => name));
  const remaining = (await listCreated('table')).filter((name) => !dropped.includes(name));
  expect(remaining).toEqual(rows.map((row) => row.tablename));
});

test('a restore that finds a fault in the ledger or is killed midway leaves the old state', async () => {
  const target = await openEmpty();
  await buildFile(target);
  await writeFile(join(target.dataDir, 'session-secret'), 'the old secret, which has to stay as it is\n');
  const before = await everything(target);
  const faulty = restored(stage.backup, target, { replace: true, checkWith: async () => ['one cent is missing'] });
  await expect(faulty).rejects.toThrow(/does not add up, so nothing was changed: one cent is missing/);
  expect(await everything(target)).toEqual(before);

  const script = `
    import { openBackup, restore } from ${JSON.stringify(new URL('restore.ts', import.meta.url).href)};
    import { openBackupFile } from ${JSON.stringify(new URL('target/open-record.ts', import.meta.url).href)};
    const options = ${JSON.stringify({ url: target.url, dataDir: target.dataDir, replace: true })};
    const source = await openBackupFile(${JSON.stringify(stage.backup)}, null);
    setInterval(() => undefined, 1000);
    const checkLedger = () => new Promise(() => console.log('everything is loaded'));
    await restore({ ...options, source, manifest: await openBackup(source), checkLedger, log: console.log });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await everything(target)).toEqual(before);
  expect((await buildFile(target)).id).toBe(2);
  await restored(stage.backup, target, { replace: true });
  expect(existsSync(join(target.dataDir, 'restoring'))).toBe(false);
});

test('a running portal cannot be overwritten by a restore', async () => {
  const target = await openEmpty();
  const running = new pg.Client({ connectionString: target.url });
  await running.connect();
  await running.query(`select pg_advisory_lock_shared(${PRESENCE_LOCK})`);
  await expect(restored(stage.backup, target)).rejects.toThrow(/A Tunedesk is running/);
  await running.end();
});

test('a command for a stopped portal is refused while a process on another machine uses its database', async () => {
  const { url, dataDir } = await seededPortal();
  const config = { ...readServerConfig({}, dataDir), dataDir, databaseUrl: url };
  const log = () => undefined;
  const leave = await claimDatabase(url, { log, isShared: true });
  await expect(openAlone(config, log)).rejects.toThrow('Another Tunedesk');
  await leave();
  const alone = await openAlone(config, log);
  await expect(claimDatabase(url, { log, timeoutMs: 0, isShared: true })).rejects.toThrow('Another Tunedesk');
  await alone.stop();
  await (
    await claimDatabase(url, { log, isShared: true })
  )();
});

test('a backup taken while credits are moving has a ledger that adds up', async () => {
  const source = await seededPortal();
  const users = await Promise.all(Array.from({ length: 4 }, () => buildUser(source)));
  const writing = { isOver: false };
  const writers = users.map(async ({ id }) => {
    for (let round = 0; !writing.isOver; round += 1) {
      await buildCredits(source, id, 5);
      if (round % 5 === 0) await buildFile(source, { user_id: id });
    }
  });
  const files: string[] = [];
  for (let round = 0; round < 3; round += 1) files.push(await backedUp(source));
  writing.isOver = true;
  await Promise.all(writers);
  expect(files).toHaveLength(3);
  for (const file of files) {
    const target = await openEmpty();
    await restored(file, target);
    expect(await check(target.db)).toEqual([]);
    expect((await verifyWholeLedger(target.db)).sealFaults).toEqual([]);
    const { rows } = await sql<{ file_key: string }>`select file_key from file_history`.execute(target.db);
    for (const { file_key } of rows) expect(await target.storage.read(file_key), file_key).not.toBeNull();
  }
});

test('a backup of an older version is migrated to this one, and one of a newer version is refused', async () => {
  const older = await openEmpty();
  await buildVersion(older.url, (await listMigrations()).at(-2) ?? '');
  await buildSolution(older, { name: 'From the old days' });
  const target = await openEmpty();
  await restored(await backedUp(older), target);
  const { rows } = await sql<{ name: string }>`select name from solutions`.execute(target.db);
  expect(rows).toEqual([{ name: 'From the old days' }]);
  await buildCredits(target, (await buildUser(target)).id, 5);
  expect(await check(target.db)).toEqual([]);

  await sql`insert into migrations (name) values ('9999-from-the-future.sql')`.execute(target.db);
  await expect(backedUp(target)).rejects.toThrow(
    /newer Tunedesk \(9999-from-the-future.sql\)\. This program is Tunedesk \d/,
  );
});

/** Writes the same backup as a version would have made it that had these migrations. */
async function writeWithMigrations(file: string, migrations: string[]): Promise<string> {
  const entries: { name: string; mode: number; bytes: Buffer }[] = [];
  const source = await openBackupFile(file, null);
  await readArchive(source, async ({ name, mode, content }) => {
    const bytes = await buffer(content);
    const manifest = name === MANIFEST ? { ...(JSON.parse(String(bytes)) as Manifest), migrations } : null;
    entries.push({ name, mode, bytes: manifest === null ? bytes : Buffer.from(JSON.stringify(manifest)) });
  });
  const copy = `${file}.${migrations.at(-1)}`;
  const [from, to] = [await openTarFolder(file), createTarFolder(copy)];
  const [found] = await listRecords(from.records);
  if (found === undefined) throw new Error('there is no backup to copy');
  const { index } = found.record;
  await to.objects.receive((await from.objects.read(index))?.stream as Readable, index);
  const packed = packArchive(async (add) => {
    for (const { name, mode, bytes } of entries)
      await add({ name, mode, sizeBytes: bytes.length }, Readable.from([bytes]));
  });
  const { key: archive } = await sealPlace(to.objects, null).archives.receive(packed as AsyncIterable<Uint8Array>);
  await to.records.write(found.name, JSON.stringify({ ...found.record, archive }));
  await to.finish();
  return copy;
}

test('a backup of the last version before the baseline is restored, and one of an older version is refused', async () => {
  const older = await openEmpty();
  await buildVersionBeforeBaseline(older.url);
  await buildSolution(older, { name: 'From the old days' });
  const backup = await backedUp(older);
  const [first, last] = ['0001-accounts-files-credits.sql', '0182-reports-on-read.sql'];
  const target = await openEmpty();
  await restored(await writeWithMigrations(backup, [first, last]), target);
  const { rows } = await sql<{ name: string }>`select name from solutions`.execute(target.db);
  expect(rows).toEqual([{ name: 'From the old days' }]);
  expect(await withSession(target.url, readMigrations)).toEqual(await listMigrations());

  const before = await everything(target);
  const tooOld = restored(await writeWithMigrations(backup, [first]), target, { replace: true });
  await expect(tooOld).rejects.toThrow(
    /portal\.tgz.* was made by a Tunedesk that is too old .*restore an old backup with/,
  );
  expect(await everything(target)).toEqual(before);
});

test('a move to another database takes every row along and requires an empty target', async () => {
  const source = await seededPortal();
  const target = await openEmpty();
  await withSession(target.url, (client) => client.query('drop schema public cascade; create schema public'));
  await moveDatabase({ from: source.url, to: target.url, checkLedger: check, log: printLine });
  expect((await everything(target)).tables).toEqual((await everything(source)).tables);
  await expect(sql`update credit_accounts set balance_cents = 1`.execute(target.db)).rejects.toThrow(
    /only through an entry/,
  );
  expect((await buildFile(target)).id).toBe(3);

  const before = await everything(target);
  await expect(moveDatabase({ from: source.url, to: target.url, checkLedger: check, log: printLine })).rejects.toThrow(
    /is not empty/,
  );
  expect(await everything(target)).toEqual(before);
});

test('a move that finds a ledger fault leaves a target that the next attempt accepts', async () => {
  const source = await seededPortal();
  const target = await openEmpty();
  const faulty: CheckLedger = async () => ['one cent is missing'];
  await expect(moveDatabase({ from: source.url, to: target.url, checkLedger: faulty, log: printLine })).rejects.toThrow(
    /one cent/,
  );
  await moveDatabase({ from: source.url, to: target.url, checkLedger: check, log: printLine });
  expect((await everything(target)).tables).toEqual((await everything(source)).tables);
});

test('a backup file inside the data folder it backs up is refused', async () => {
  const { url, dataDir, storage: stored } = await openEmpty();
  await expect(backUpToFile({ file: join(dataDir, 'here.tgz'), url, dataDir, stored, printLine })).rejects.toThrow(
    /outside of the data folder/,
  );
});

const open = ({ url, dataDir }: Portal) =>
  openPortal({ databaseUrl: url, databaseOwnerUrl: null, dataDir }, { log: printLine, onLost: () => undefined }).then(
    (database) => database.stop(),
  );

test('a restored portal is another copy of the same installation and cannot be mixed with the original', async () => {
  const source = await seededPortal();
  await open(source);
  const target = await openEmpty();
  await restored(await backedUp(source), target);
  const [before, after] = await Promise.all([source, target].map(({ dataDir }) => readInstallationFile(dataDir)));
  expect(after?.id).toBe(before?.id);
  expect(after?.copyId).not.toBe(before?.copyId);
  await open(source);
  await open(target);
  await expect(open({ ...source, url: target.url })).rejects.toThrow('but of two copies of it');
  await expect(open({ ...target, url: source.url })).rejects.toThrow('but of two copies of it');
});

test('after a move the folder works with the new database, and the old one records where it went', async () => {
  const source = await seededPortal();
  await open(source);
  const target = await openEmpty();
  await withSession(target.url, (client) => client.query('drop schema public cascade; create schema public'));
  const move = { from: source.url, to: target.url, checkLedger: check, log: printLine };
  await expect(moveDatabase({ ...move, checkLedger: async () => ['one cent is missing'] })).rejects.toThrow(/one cent/);
  await open(source);
  await moveDatabase(move);
  await expect(open(source)).rejects.toThrow(`This database was moved to ${nameDatabase(target.url)} on`);
  await expect(moveDatabase(move)).rejects.toThrow('This database was moved to');
  await open({ ...source, url: target.url });
});
