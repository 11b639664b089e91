import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildUser } from '../../features/accounts/server/accounts.factory.ts';
import { buildCredits } from '../../features/credits/server/credits.factory.ts';
import { buildFile } from '../../features/files/server/files.factory.ts';
import { backUpTo } from '../../server/backup/target/back-up-to.ts';
import { openRecord } from '../../server/backup/target/open-record.ts';
import { openTarget } from '../../server/backup/target/open-target.ts';
import { openRawStorage, openStorage } from '../../server/storage/open-storage.ts';
import { makeBarePlace, makeFolder, openBarePortal } from '../../server/testing/bare-portal.ts';
import { drillRestore } from './restore-drill.ts';

const printLine = () => undefined;
const KEYS = {
  ledgerKey: null,
  ledgerKeysOld: [],
  storageKey: 'a key of stored files, with enough characters',
  storageKeyOld: null,
  storagePlace: null,
};

async function newPortal() {
  const bare = await openBarePortal();
  const portal = { ...KEYS, ...bare, storage: await openStorage({ ...KEYS, ...bare }) };
  const user = await buildUser(portal);
  await buildCredits(portal, user.id, 20);
  for (const size of [50_000, 400_000]) await buildFile(portal, { user_id: user.id, bytes: randomBytes(size) });
  return portal;
}

async function runDrill(portal: Awaited<ReturnType<typeof newPortal>>) {
  const target = await openTarget({ backupTarget: { folder: await makeFolder() }, backupKey: null });
  await backUpTo(target, {
    url: portal.url,
    dataDir: portal.dataDir,
    stored: await openRawStorage(portal),
    installation: 'the portal of this test',
    now: new Date(),
    printLine,
  });
  return drillRestore(await openRecord(target, 'newest'), { ...KEYS, ...(await makeBarePlace()) }, printLine);
}

test('a backup of an encrypted portal passes the restore drill with every entry and every file', async () => {
  expect(await runDrill(await newPortal())).toMatchObject({ entries: 1, files: 2, faults: [] });
});

test('a backup whose bytes differ from the record or whose balance differs from the seal is detected', async () => {
  const portal = await newPortal();
  await sql`update files set file_sha256 = ${'0'.repeat(64)} where id = 1`.execute(portal.db);
  await sql`alter table credit_accounts disable trigger user`.execute(portal.db);
  await sql`update credit_accounts set mac = ${Buffer.alloc(32)} where mac is not null`.execute(portal.db);
  await sql`alter table credit_accounts enable trigger user`.execute(portal.db);
  const { faults } = await runDrill(portal);
  expect(faults).toEqual(expect.arrayContaining([expect.stringContaining('with other bytes')]));
  expect(faults).toEqual(expect.arrayContaining([expect.stringMatching(/^account \d+ is not sealed/)]));
});
