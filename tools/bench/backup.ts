// How long backups and restores of a portal with this many megabytes of files take, compared with tar of the same
// folder and pg_dump of the same database, if there is a pg_dump for its version.
// npm run bench -- backup [--write] [2000]
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { checkWholeLedger } from '../../app/server/whole-ledger.ts';
import { openLedger } from '../../features/credits/server/open-ledger.ts';
import { buildFile } from '../../features/files/server/files.factory.ts';
import { pino } from 'pino';
import { openBackup, restore, type BackupSource } from '../../server/backup/restore.ts';
import { backUpTo, backUpToFile } from '../../server/backup/target/back-up-to.ts';
import { openBackupFile, openRecord } from '../../server/backup/target/open-record.ts';
import { openTarget } from '../../server/backup/target/open-target.ts';
import { connect } from '../../server/database/connect.ts';
import { openFileStorage } from '../../server/storage/file-storage.ts';
import { withBenchDatabase } from './bench-portal.ts';
import { headline, markdownTable, writeSection } from './write-section.ts';

const MEGABYTES = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 2000);
const FILE_BYTES = 2_000_000;
const KEY = 'a key of the bench, with more than enough characters';
const printLine = () => undefined;
const log = pino({ level: 'silent' });

async function timed(name: string, work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(name, seconds.toFixed(1));
  return seconds;
}

/**
 * Runs a command and syncs the disk, as a backup does; resolves with false when the program refuses, e.g. another
 * version.
 */
const run = (command: string): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const child = spawn('sh', ['-c', `${command} && sync`], { stdio: ['ignore', 'ignore', 'ignore'] });
    child.once('error', reject);
    child.once('close', (code) => resolve(code === 0));
  });

async function runOrThrow(command: string): Promise<void> {
  if (!(await run(command))) throw new Error(`${command} failed`);
}

/** Fills the portal with bytes that cannot be compressed, like those of packed files. */
async function fill(url: string, dataDir: string): Promise<void> {
  const connection = connect(url, 4);
  try {
    const storage = await openFileStorage(join(dataDir, 'files'));
    await openLedger(connection.db, { dataDir, ledgerKey: null, ledgerKeysOld: [] }, printLine);
    const first = await buildFile({ db: connection.db, storage }, { bytes: randomBytes(FILE_BYTES) });
    for (let files = 1; files < MEGABYTES / 2; files += 1)
      await buildFile({ db: connection.db, storage }, { user_id: first.user_id, bytes: randomBytes(FILE_BYTES) });
  } finally {
    await connection.close();
  }
}

async function restoreTo(folder: string, source: BackupSource): Promise<number> {
  let seconds = 0;
  await withBenchDatabase(async (url) => {
    mkdirSync(folder);
    seconds = await timed(`restore of ${source.name}`, async () => {
      const manifest = await openBackup(source);
      const options = { manifest, source, url, dataDir: folder, replace: false, printLine };
      await restore({ ...options, checkLedger: (db) => checkWholeLedger({ db, log }) });
    });
  });
  rmSync(folder, { recursive: true });
  return seconds;
}

interface Measured {
  url: string;
  dataDir: string;
  /** Returns the path for a name beside the portal. */
  at: (name: string) => string;
}

const row = (name: string, seconds: number, beside: number) =>
  `| ${name} | ${seconds.toFixed(1)} | ${(seconds / beside).toFixed(2)} |`;

async function measureTar({ url, dataDir, at }: Measured) {
  await runOrThrow('sync');
  const tar = await timed('tar', () => runOrThrow(`tar cf ${at('files.tar')} -C ${dataDir} .`));
  mkdirSync(at('untarred'));
  const untar = await timed('tar x', () => runOrThrow(`tar xf ${at('files.tar')} -C ${at('untarred')}`));
  for (const name of ['untarred', 'files.tar']) rmSync(at(name), { recursive: true });
  let isThere = false;
  const dump = await timed('pg_dump', async () => {
    isThere = await run(`pg_dump --format=custom --file=${at('rows.dump')} "${url}"`);
  });
  return { tar, untar, dump: isThere ? dump : null };
}

async function measureFile({ url, dataDir, at }: Measured, backupKey: string | null): Promise<[number, number]> {
  const file = at('portal.backup');
  const stored = await openFileStorage(join(dataDir, 'files'));
  const backup = await timed('backup', () => backUpToFile({ file, url, dataDir, stored, backupKey, printLine }));
  const restored = await restoreTo(at('restored'), await openBackupFile(file, backupKey));
  rmSync(file);
  return [backup, restored];
}

async function measureTarget({ url, dataDir, at }: Measured): Promise<[number, number, number]> {
  const target = await openTarget({ backupTarget: { folder: at('target') }, backupKey: null });
  const stored = await openFileStorage(join(dataDir, 'files'));
  const options = { url, dataDir, stored, installation: 'bench', printLine };
  const backUpNow = () => backUpTo(target, { ...options, now: new Date() });
  const first = await timed('first', backUpNow);
  const next = await timed('next', backUpNow);
  return [first, next, await restoreTo(at('restored'), await openRecord(target, 'newest'))];
}

async function measure(url: string, folder: string): Promise<string[]> {
  const at = (name: string) => join(folder, name);
  const dataDir = at('portal');
  mkdirSync(dataDir);
  await fill(url, dataDir);
  const portal = { url, dataDir, at };
  const { tar, untar, dump } = await measureTar(portal);
  const beside = tar + (dump ?? 0);
  const [backup, restored] = await measureFile(portal, null);
  const [encrypted, decrypted] = await measureFile(portal, KEY);
  const [first, next, fromTarget] = await measureTarget(portal);
  return [
    row('tar of the data folder, and sync', tar, beside),
    dump === null ? '| pg_dump | not there for this version | |' : row('pg_dump', dump, beside),
    row('backup to a file', backup, beside),
    row('the same, encrypted', encrypted, beside),
    row('first backup at a target', first, beside),
    row('next one, no new file', next, beside),
    row('tar x, and sync', untar, untar),
    row('restore of a file', restored, untar),
    row('the same, encrypted', decrypted, untar),
    row('restore from a target', fromTarget, untar),
  ];
}

await withBenchDatabase(async (url, folder) => {
  const table = markdownTable(['What', 's', 'beside tar'], await measure(url, folder));
  console.log(`\n${table}\n`);
  if (!process.argv.includes('--write')) return;
  writeSection('Backup and restore', [
    headline(`npm run bench -- backup ${MEGABYTES} --write`),
    `${MEGABYTES} MB in files of 2 MB that cannot be compressed. Backups are compared with tar of the data folder (and pg_dump, where there is one for the version of the database), restores with tar x; a restore compares every byte with its name, and ends with the bytes on the disk.`,
    table,
  ]);
});
