import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { buildUser } from '../../features/accounts/server/accounts.factory.ts';
import { buildSolution, buildSolutionImage } from '../../features/catalogue/server/catalogue.factory.ts';
import { buildCredits } from '../../features/credits/server/credits.factory.ts';
import { buildFile } from '../../features/files/server/files.factory.ts';
import { buildLoginMedia } from '../../features/catalogue/media/server/media.factory.ts';
import { buildTicket, buildTicketMessage } from '../../features/tickets/server/tickets.factory.ts';
import { connect } from '../database/connect.ts';
import { openFileStorage } from '../storage/file-storage.ts';
import { createTestDatabase } from './database.ts';
import { listBackedUp } from '../backup/data-folder.ts';
import { openBackup, restore } from '../backup/restore.ts';
import { withSession, type CheckLedger } from '../backup/session.ts';
import { copyOut, describeTables } from '../backup/tables.ts';
import { tallyBytes } from '../backup/tally.ts';
import { backUpToFile } from '../backup/target/back-up-to.ts';
import { openBackupFile } from '../backup/target/open-record.ts';
import { openLedger } from '../../features/credits/server/open-ledger.ts';
import { checkWholeLedger } from '../../app/server/whole-ledger.ts';

const log = pino({ level: 'silent' });
export const check: CheckLedger = (db) => checkWholeLedger({ db, log });
export const printLine: (line: string) => void = () => undefined;
export const endings: (() => Promise<unknown>)[] = [];

/** Removes what a test, or the preparation of a file's tests, has opened. */
async function endAll(opened: typeof endings = endings): Promise<void> {
  for (const end of opened.splice(0).toReversed()) await end();
}

const keysIn = (dataDir: string) => ({ dataDir, ledgerKey: null, ledgerKeysOld: [] });

export type Portal = Awaited<ReturnType<typeof openEmpty>>;

export async function openEmpty() {
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

export const AWKWARD = 'back\\slash \\N \\. "quotes" \'single\' tab\there line\nbreak\r\nand \u{1F697} e\u0301 \\n';

export async function seededPortal(): Promise<Portal> {
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
export async function everything({ url, dataDir }: Portal) {
  const tables = await withSession(url, async (client) => {
    const texts: Record<string, string> = {};
    // A restored portal is another copy, and marked as one.
    const compared = (await describeTables(client)).filter(({ name }) => name !== 'installation');
    for (const table of compared) texts[table.name] = await text(copyOut(client, table));
    return texts;
  });
  const files: Record<string, string> = {};
  for await (const path of listBackedUp(dataDir))
    files[path] = (await tallyBytes(createReadStream(join(dataDir, path)))).sha256;
  return { tables, files };
}

export async function backedUp(portal: Portal): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tunedesk-backup-file-'));
  endings.push(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'portal.tgz');
  await backUpToFile({ file, url: portal.url, dataDir: portal.dataDir, stored: portal.storage, printLine });
  return file;
}

export async function restored(
  file: string,
  target: Portal,
  { replace = false, checkWith = check, log: reportTo = printLine, backupKey = null as string | null } = {},
) {
  const { url, dataDir } = target;
  const source = await openBackupFile(file, backupKey);
  await restore({
    manifest: await openBackup(source),
    source,
    url,
    dataDir,
    replace,
    checkLedger: checkWith,
    printLine: reportTo,
  });
  // Opens the ledger as the next start does: its keys were restored as well.
  await openLedger(target.db, keysIn(target.dataDir), () => undefined);
}

/** A portal that no test of the file changes, and its backup; available from the first test on. */
export function openBackedUpPortal(): { portal: Portal; backup: string } {
  const stage = { backup: '' } as { portal: Portal; backup: string };
  const lastEndings: typeof endings = [];
  beforeAll(async () => {
    stage.portal = await seededPortal();
    stage.backup = await backedUp(stage.portal);
    lastEndings.push(...endings.splice(0));
  });
  afterEach(() => endAll());
  afterAll(() => endAll(lastEndings));
  return stage;
}
