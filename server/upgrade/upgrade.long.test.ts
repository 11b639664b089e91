import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openBackup } from '../backup/restore.ts';
import { withSession, type CheckLedger } from '../backup/session.ts';
import { backUpToFile } from '../backup/target/back-up-to.ts';
import { openBackupFile } from '../backup/target/open-record.ts';
import { readServerConfig } from '../config.ts';
import { listMigrations, readMigrations } from '../database/migrate.ts';
import { INSTALLATION_FILE, newInstallation, writeInstallationFile } from '../installation/installation-file.ts';
import { openPortal } from '../installation/open-portal.ts';
import { PROGRAM_VERSION } from '../program-version.ts';
import { openFileStorage } from '../storage/file-storage.ts';
import { makeBarePlace } from '../testing/bare-portal.ts';
import { bootProgram } from '../testing/boot.ts';
import { buildVersion, buildVersionBeforeBaseline } from '../testing/earlier-version.ts';
import { makeFolder } from '../testing/bare-portal.ts';
import { planUpgrade } from './plan.ts';
import { listDiskNeeds, requireEnoughSpace } from './disk-needs.ts';
import { upgrade, type Upgrade } from './upgrade.ts';

const NOW = new Date('2026-11-24T02:30:00Z');
const soundLedger: CheckLedger = async () => [];

const newest = (await listMigrations()).at(-1) as string;
const before = (await listMigrations()).at(-2) as string;

const ID = newInstallation();
const RECORDS = `
  insert into users (username, full_name, email, phone, country) values ('Ana', 'Ana', 'ana@example.com', '', 'Germany');
  insert into installation (id, copy_id) values ('${ID.id}', '${ID.copyId}');`;

/** Creates a portal of the previous version on a PostgreSQL of its own. */
async function makeEarlier() {
  const { url, dataDir } = await makeBarePlace();
  await buildVersion(url, before, RECORDS);
  await writeInstallationFile(dataDir, ID);
  await mkdir(join(dataDir, 'files/objects/ab'), { recursive: true });
  await writeFile(join(dataDir, 'files/objects/ab', 'ab'.padEnd(32, '0')), 'bytes');
  const lines: string[] = [];
  const options: Upgrade = {
    config: readServerConfig({ DATA_DIR: dataDir, DATABASE_URL: url }, dataDir),
    isCheck: false,
    mayStop: false,
    now: NOW,
    checkLedger: soundLedger,
    log: (line) => void lines.push(line),
  };
  return { url, dataDir, lines, options };
}

const appliedTo = (url: string) => withSession(url, readMigrations);

test('an upgrade makes a backup, migrates the tables and records the version that did', async () => {
  const { url, dataDir, lines, options } = await makeEarlier();
  expect(await upgrade({ ...options, isCheck: true })).toBe('checked');
  expect(lines.join('\n')).toContain(`1 migration: ${newest}`);
  expect([await appliedTo(url), await readdir(dataDir)]).toEqual([
    (await listMigrations()).slice(0, -1),
    expect.not.arrayContaining(['backups']),
  ]);

  expect(await upgrade(options)).toBe('done');
  expect(await appliedTo(url)).toEqual(await listMigrations());
  const [file] = await readdir(join(dataDir, 'backups'));
  const backup = await openBackup(await openBackupFile(join(dataDir, 'backups', String(file)), null));
  expect(backup.migrations.at(-1)).toBe(before);
  expect(backup.tables.find(({ name }) => name === 'users')?.tally.rows).toBe(1);
  expect((await planUpgrade(url)).from).toBe(PROGRAM_VERSION);

  expect(await upgrade(options)).toBe('nothing to do');
  expect(await readdir(join(dataDir, 'backups'))).toEqual([file]);
});

test('a portal of the last version before the baseline is upgraded, and its backup can be restored', async () => {
  const { url, dataDir, lines, options } = await makeEarlier();
  await buildVersionBeforeBaseline(url, RECORDS);
  expect(await upgrade(options)).toBe('done');
  expect(lines.join('\n')).toContain(`: ${(await listMigrations()).slice(1).join(', ')}`);
  expect(await appliedTo(url)).toEqual(await listMigrations());
  const [file = ''] = await readdir(join(dataDir, 'backups'));
  expect((await openBackup(await openBackupFile(join(dataDir, 'backups', file), null))).migrations).toEqual(
    (await listMigrations()).slice(0, 1),
  );

  await buildVersionBeforeBaseline(url, RECORDS, ['0181-disk-use-once-a-day.sql']);
  await expect(upgrade(options)).rejects.toThrow(/too old for this one.*Start the last version with that file on it/);
});

test('an upgrade that fails leaves the tables unchanged and names the earlier version and the backup', async () => {
  const { url, dataDir, options } = await makeEarlier();
  await withSession(url, (client) =>
    client.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no room for rows'; end $$;
      create trigger refused before insert on migrations execute function refuse()`),
  );
  const [failure] = await Promise.allSettled([upgrade(options)]);
  const [file] = await readdir(join(dataDir, 'backups'));
  expect(String((failure as PromiseRejectedResult).reason)).toMatch(
    new RegExp(
      `no room for rows\nThe portal is as it was before. an earlier Tunedesk goes on with it.*backups/${file}`,
    ),
  );
  expect(await appliedTo(url)).toEqual((await listMigrations()).slice(0, -1));
});

test('an upgrade after which the ledger does not add up fails and explains how to go back', async () => {
  const { options } = await makeEarlier();
  const upgrading = upgrade({ ...options, checkLedger: async () => ['entry 7 is missing'] });
  await expect(upgrading).rejects.toThrow(/after the tables were changed.*entry 7 is missing.*\n.*restore the backup/s);
});

test('an upgrade without disk space is refused, and a backup to a target needs less space in the data folder', () => {
  const place = { dataDir: '/data', storagePlace: null, backupTarget: null };
  const sizes = { databaseBytes: 300_000_000, storedBytes: 5_000_000_000, postgres: null };
  const [inFile] = listDiskNeeds(place, sizes);
  expect(inFile?.bytes).toBeGreaterThan(5_600_000_000);
  const [whenCopied] = listDiskNeeds(place, { ...sizes, postgres: { from: 17, to: 18 } });
  expect(whenCopied?.bytes).toBeGreaterThan(inFile?.bytes ?? Infinity);
  const [spool, target] = listDiskNeeds({ ...place, backupTarget: { folder: '/backups' } }, sizes);
  expect(spool?.bytes).toBeLessThan(1_000_000_000);
  expect(target).toMatchObject({ folder: '/backups' });
  const need = { folder: '/data', bytes: 2_000_000, what: 'the backup' };
  requireEnoughSpace([{ ...need, freeBytes: 2_000_000 }]);
  expect(() => requireEnoughSpace([{ ...need, freeBytes: 1_000_000 }])).toThrow(
    /has 1 MB free, and .* 2 MB.*BACKUP_TARGET/,
  );
});

test('an upgrade, a backup and a start refuse a database of a newer program and name both versions', async () => {
  const { url, dataDir } = await makeBarePlace();
  await withSession(url, async (client) => {
    await client.query(`insert into migrations (name) values ('9999-from-the-future.sql')`);
    await client.query(`insert into installation (id, copy_id, program_version) values ($1, $2, '99.1.0')`, [
      ID.id,
      ID.copyId,
    ]);
  });
  await writeInstallationFile(dataDir, ID);
  const sentence = new RegExp(
    `made by a newer Tunedesk, 99\\.1\\.0 \\(9999-from-the-future\\.sql\\)\\. This program is Tunedesk ${PROGRAM_VERSION}`,
  );
  await expect(planUpgrade(url)).rejects.toThrow(sentence);
  const file = join(await makeFolder(), 'backup');
  const stored = await openFileStorage(join(dataDir, 'files'));
  const backingUp = backUpToFile({ file, url, dataDir, stored, printLine: () => undefined });
  await expect(backingUp).rejects.toThrow(sentence);
  const config = readServerConfig({ DATA_DIR: dataDir, DATABASE_URL: url }, dataDir);
  await expect(openPortal(config, { log: () => undefined, onLost: () => undefined })).rejects.toThrow(sentence);
});

test('a running portal is upgraded only if it may be stopped, and its backup is made first', async () => {
  const dataDir = await makeFolder();
  const portal = await bootProgram({ DATA_DIR: dataDir, DATABASE_URL: '' });
  onTestFinished(async () => void (await portal.kill()));
  const url = (await readFile(join(dataDir, 'database-url'), 'utf8')).trim();
  const { id, copyId } = JSON.parse(await readFile(join(dataDir, INSTALLATION_FILE), 'utf8')) as typeof ID;
  await buildVersion(url, before, RECORDS.replace(ID.id, id).replace(ID.copyId, copyId));
  const lines: string[] = [];
  const options: Upgrade = {
    config: readServerConfig({ DATA_DIR: dataDir }, dataDir),
    isCheck: false,
    mayStop: false,
    now: NOW,
    checkLedger: soundLedger,
    log: (line) => void lines.push(line),
  };
  await expect(upgrade(options)).rejects.toThrow(`The portal is running (process ${portal.id}). Nothing was changed.`);
  expect(await upgrade({ ...options, mayStop: true })).toBe('done');
  expect(lines.join('\n')).toMatch(/backups\/.* holds .* rows[^]*Stopping the portal[^]*The tables are those of/);
  expect((await readdir(dataDir)).includes('database-url')).toBe(false);
});
