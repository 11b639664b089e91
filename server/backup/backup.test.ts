import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, existsSync } from 'node:fs';
import { copyFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../portal/accounts/server/accounts.factory.ts';
import { buildSolution, buildSolutionImage } from '../../portal/catalogue/server/catalogue.factory.ts';
import { buildCredits } from '../../portal/credits/server/credits.factory.ts';
import { buildFile } from '../../portal/files/server/files.factory.ts';
import { buildLoginMedia } from '../../portal/media/server/media.factory.ts';
import { buildTicket, buildTicketMessage } from '../../portal/tickets/server/tickets.factory.ts';
import { connect } from '../database/connect.ts';
import { PRESENCE_LOCK } from '../database/presence.ts';
import { nameDatabase } from '../installation/database-side.ts';
import { readInstallationFile } from '../installation/installation-file.ts';
import { openPortal } from '../installation/open-portal.ts';
import { openFileStorage } from '../storage/file-storage.ts';
import { createTestDatabase } from '../testing/database.ts';
import { archiveFile } from './archive-file.ts';
import { backUp } from './backup.ts';
import { listBackedUp } from './data-folder.ts';
import { moveDatabase } from './move.ts';
import { openBackup, restore } from './restore.ts';
import { withSession, type CheckLedger } from './session.ts';
import { copyOut, describeTables, listMade, readMigration } from './tables.ts';
import { tallyOf } from './tally.ts';
import { openLedger } from '../../portal/credits/server/open-ledger.ts';
import { checkWholeLedger, verifyWholeLedger } from '../../app/server/whole-ledger.ts';

const log = pino({ level: 'silent' });
const check: CheckLedger = (db) => checkWholeLedger({ db, log });
const printLine: (line: string) => void = () => undefined;
const endings: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

const keysIn = (dataDir: string) => ({ dataDir, ledgerKey: null, ledgerKeysOld: [] });

type Portal = Awaited<ReturnType<typeof openEmpty>>;

async function openEmpty() {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'tunedesk-backup-'));
  const connection = connect(database.ownerUrl, 8);
  await openLedger(connection.db, keysIn(dataDir), () => undefined);
  const storage = await openFileStorage(join(dataDir, 'files'));
  endings.push(
    () => database.drop(),
    () => rm(dataDir, { recursive: true, force: true }),
    () => connection.close(),
  );
  return { url: database.ownerUrl, dataDir, db: connection.db, storage };
}

const AWKWARD = 'back\\slash \\N \\. "quotes" \'single\' tab\there line\nbreak\r\nand \u{1F697} e\u0301 \\n';

async function seededPortal(): Promise<Portal> {
  const portal = await openEmpty();
  await buildSolution(portal, { name: AWKWARD, code: '' });
  const user = await buildUser(portal, { full_name: AWKWARD, phone: '', password_hash: null });
  await buildCredits(portal, user.id, 200.5);
  await buildCredits(portal, user.id, 3, { unit: 'AI', source: 'Payment' });
  await buildFile(portal, { user_id: user.id, notes: '\\.', description: AWKWARD, bytes: randomBytes(300_000) });
  const file = await buildFile(portal, {
    user_id: user.id,
    feasible: 'POSSIBLE',
    status: 'PROCESSED',
    solution_ids: [3, 1],
  });
  const ticket = await buildTicket(portal, { file_id: file.id, subject: '' });
  const words = { ticket_id: ticket.id, user_id: user.id, message: AWKWARD };
  await buildTicketMessage(portal, { ...words, attachment: { name: AWKWARD, bytes: randomBytes(70_000) } });
  await buildSolutionImage(portal, AWKWARD);
  await buildLoginMedia(portal);
  const last = await buildSolution(portal);
  await portal.db.deleteFrom('solutions').where('id', '=', last.id).execute();
  await writeFile(join(portal.dataDir, 'session-secret'), 'a-secret-that-is-long-enough-to-be-one\n', { mode: 0o600 });
  return portal;
}

/** Collects every row of every table and every file for comparison. */
async function everything({ url, dataDir }: Portal) {
  const tables = await withSession(url, async (client) => {
    const texts: Record<string, string> = {};
    // A restored portal is another copy, and marked as one.
    const compared = (await describeTables(client)).filter(({ name }) => name !== 'installation');
    for (const table of compared) texts[table.name] = await text(copyOut(client, table));
    return texts;
  });
  const files: Record<string, string> = {};
  for await (const path of listBackedUp(dataDir))
    files[path] = (await tallyOf(createReadStream(join(dataDir, path)))).sha256;
  return { tables, files };
}

async function backedUp(portal: Portal): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tunedesk-backup-file-'));
  endings.push(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'portal.tgz');
  await backUp({ file, url: portal.url, dataDir: portal.dataDir, printLine });
  return file;
}

async function restored(
  file: string,
  target: Portal,
  { replace = false, checkWith = check, log: reportTo = printLine } = {},
) {
  const { url, dataDir } = target;
  await restore({
    manifest: await openBackup(archiveFile(file, null)),
    source: archiveFile(file, null),
    url,
    dataDir,
    replace,
    checkLedger: checkWith,
    printLine: reportTo,
  });
  // Opens the ledger as the next start does: its keys were restored as well.
  await openLedger(target.db, keysIn(target.dataDir), () => undefined);
}

/** A portal that no test changes, and its backup. */
let unchanged: Portal;
let backup: string;
const lastEndings: typeof endings = [];
beforeAll(async () => {
  unchanged = await seededPortal();
  backup = await backedUp(unchanged);
  lastEndings.push(...endings.splice(0));
});
afterAll(async () => {
  for (const end of lastEndings.toReversed()) await end();
});

test('a backup fails on a missing file and names the record it belongs to', async () => {
  const source = await seededPortal();
  const { file_id, file_name, file_key } = await source.db
    .selectFrom('files')
    .select(['file_id', 'file_name', 'file_key'])
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const attached = await source.db.selectFrom('ticket_messages').select(['file_key', 'id']).executeTakeFirstOrThrow();
  for (const key of [file_key, attached.file_key ?? '']) await source.storage.discard(key);
  const folder = await mkdtemp(join(tmpdir(), 'tunedesk-backup-file-'));
  endings.push(() => rm(folder, { recursive: true, force: true }));
  const made = { file: join(folder, 'portal.tgz'), url: source.url, dataDir: source.dataDir };
  const refused = backUp({ ...made, printLine });
  await expect(refused).rejects.toThrow('2 stored file(s) are missing, so no backup was made');
  await expect(refused).rejects.toThrow(`${file_name} of file ${file_id} (stored as ${file_key})`);
  await expect(refused).rejects.toThrow(
    `${AWKWARD} in ticket_messages ${attached.id} (stored as ${attached.file_key})`,
  );
  await expect(refused).rejects.toThrow('--allow-missing');
  expect(await readdir(folder)).toEqual([]);

  const output: string[] = [];
  await backUp({ ...made, allowMissing: true, printLine: (line) => void output.push(line) });
  expect(output.join('\n')).toContain(`${file_name} of file ${file_id}`);
  const recorded = (await openBackup(archiveFile(made.file, null))).missing ?? [];
  expect(recorded.map(({ key }) => key).sort()).toEqual([file_key, attached.file_key ?? ''].sort());
  const target = await openEmpty();
  await restored(made.file, target, { log: (line) => void output.push(`restore: ${line}`) });
  expect(output.join('\n')).toContain('restore: 2 file(s) were missing when it was made');
  const [before, after] = [await everything(source), await everything(target)];
  expect(after).toEqual(before);
});

test('a referenced file in quarantine does not count as missing and is in the backup', async () => {
  const source = await seededPortal();
  const { file_key } = await source.db.selectFrom('files').select('file_key').executeTakeFirstOrThrow();
  expect(await source.storage.quarantine(file_key, '2026-11-01')).toBe(true);
  const target = await openEmpty();
  await restored(await backedUp(source), target);
  expect(await target.storage.read(file_key)).not.toBeNull();
});

test('the tables that the migrations create are all the tables of the database', async () => {
  const { db } = await openEmpty();
  const { rows } = await sql<{
    tablename: string;
  }>`select tablename::text from pg_tables where schemaname = 'public' order by 1`.execute(db);
  expect(await listMade('table')).toEqual(rows.map((row) => row.tablename));
});

test('a restored portal has the same rows and files, including every special character', async () => {
  const target = await openEmpty();
  await restored(backup, target);
  const [before, after] = [await everything(unchanged), await everything(target)];
  expect(after.tables).toEqual(before.tables);
  expect(Object.keys(before.files)).toHaveLength(10);
  expect(before.files).toHaveProperty(['ledger-keys.json']);
  expect(before.tables.media_files?.trim().split('\n')).toHaveLength(4);
  expect(after.files).toEqual(before.files);
  expect(after.tables.users).toContain('back\\\\slash \\\\N \\\\. "quotes"');
  expect(after.tables.files).toContain('{}');
});

test('after a restore the ledger is guarded, foreign keys hold and ids continue where they were', async () => {
  const target = await openEmpty();
  await restored(backup, target);
  await expect(
    sql`update credit_accounts set balance_cents = 1 where user_id is not null`.execute(target.db),
  ).rejects.toThrow(/only through an entry/);
  await expect(sql`delete from credit_entries`.execute(target.db)).rejects.toThrow(/only added to/);
  await expect(sql`update files set ticket_id = 99`.execute(target.db)).rejects.toThrow(/foreign key/);
  const highest = await unchanged.db
    .selectFrom('files')
    .select(({ fn }) => fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  expect((await buildFile(target)).id).toBe(highest.id + 1);
  // The solution with the highest number was deleted before: its number is not used again.
  expect((await buildSolution(target)).id).toBe(3);
});

test('an altered, truncated or foreign file is refused with a sentence, and nothing changes', async () => {
  const target = await openEmpty();
  const before = await everything(target);
  const bytes = await readFile(backup);
  // After the archive, Node writes an empty zstd frame, 13 bytes without content, and ignores it when reading.
  const end = bytes.length - 13;
  expect(bytes.subarray(end, end + 4).toString('hex')).toBe('28b52ffd');
  for (const at of [0, 30, Math.floor(bytes.length / 2), end - 8, end - 1]) {
    const altered = Buffer.from(bytes);
    altered[at] = (altered[at] ?? 0) ^ 0x10;
    await writeFile(`${backup}.altered`, altered);
    await expect(restored(`${backup}.altered`, target), `byte ${at}`).rejects.toThrow(
      /damaged or not a Tunedesk backup/,
    );
  }
  for (const length of [0, 100, Math.floor(bytes.length / 2), end - 1]) {
    await copyFile(backup, `${backup}.short`);
    await truncate(`${backup}.short`, length);
    await expect(restored(`${backup}.short`, target), `${length} bytes`).rejects.toThrow(
      /damaged or not a Tunedesk backup/,
    );
  }
  await writeFile(`${backup}.foreign`, 'not an archive at all');
  await expect(restored(`${backup}.foreign`, target)).rejects.toThrow(/damaged or not a Tunedesk backup/);
  await expect(restored(`${backup}.missing`, target)).rejects.toThrow(/There is no file/);
  expect(await everything(target)).toEqual(before);
});

test('a portal in use is only replaced when this is explicitly requested', async () => {
  const target = await openEmpty();
  await buildFile(target);
  const before = await everything(target);
  await expect(restored(backup, target)).rejects.toThrow(/1 customer\(s\) and 1 file\(s\).*--replace/);
  expect(await everything(target)).toEqual(before);
  await restored(backup, target, { replace: true });
  expect((await everything(target)).tables).toEqual((await everything(unchanged)).tables);
});

test('a restore that finds a fault in the ledger or is killed midway leaves the old state', async () => {
  const target = await openEmpty();
  await buildFile(target);
  await writeFile(join(target.dataDir, 'session-secret'), 'the old secret, which has to stay as it is\n');
  const before = await everything(target);
  const faulty = restored(backup, target, { replace: true, checkWith: async () => ['one cent is missing'] });
  await expect(faulty).rejects.toThrow(/does not add up, so nothing was changed: one cent is missing/);
  expect(await everything(target)).toEqual(before);

  const script = `
    import { openBackup, restore } from ${JSON.stringify(new URL('restore.ts', import.meta.url).href)};
    import { archiveFile } from ${JSON.stringify(new URL('archive-file.ts', import.meta.url).href)};
    const options = ${JSON.stringify({ url: target.url, dataDir: target.dataDir, replace: true })};
    const source = archiveFile(${JSON.stringify(backup)}, null);
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
  await restored(backup, target, { replace: true });
  expect(existsSync(join(target.dataDir, 'restoring'))).toBe(false);
});

test('a running portal cannot be overwritten by a restore', async () => {
  const target = await openEmpty();
  const running = new pg.Client({ connectionString: target.url });
  await running.connect();
  await running.query(`select pg_advisory_lock_shared(${PRESENCE_LOCK})`);
  await expect(restored(backup, target)).rejects.toThrow(/A Tunedesk is running/);
  await running.end();
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
  await withSession(older.url, async (client) => {
    await client.query('drop schema public cascade; create schema public');
    await client.query(
      'create table migrations (name text primary key, applied_at timestamptz not null default now())',
    );
    await client.query(await readMigration('0001-accounts-files-credits.sql'));
    await client.query(`insert into migrations (name) values ('0001-accounts-files-credits.sql')`);
  });
  await buildSolution(older, { name: 'From the old days' });
  const file = await backedUp(older);
  const target = await openEmpty();
  await restored(file, target);
  const { rows } = await sql<{ name: string }>`select name from solutions`.execute(target.db);
  expect(rows).toEqual([{ name: 'From the old days' }]);
  await buildCredits(target, (await buildUser(target)).id, 5);
  expect(await check(target.db)).toEqual([]);

  await sql`insert into migrations (name) values ('9999-from-the-future.sql')`.execute(target.db);
  await expect(backedUp(target)).rejects.toThrow(
    /newer Tunedesk \(9999-from-the-future.sql\)\. This program is Tunedesk \d/,
  );
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
  const { url, dataDir } = await openEmpty();
  await expect(backUp({ file: join(dataDir, 'here.tgz'), url, dataDir, printLine })).rejects.toThrow(
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
