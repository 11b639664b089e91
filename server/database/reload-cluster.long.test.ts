import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildUser } from '../../features/accounts/server/accounts.factory.ts';
import { buildCredits } from '../../features/credits/server/credits.factory.ts';
import { openLedger } from '../../features/credits/server/open-ledger.ts';
import { checkLedgerQuietly } from '../../app/server/whole-ledger.ts';
import { copyDatabase } from '../backup/copy-rows.ts';
import { withSession } from '../backup/session.ts';
import { describeTables, tallyTable } from '../backup/tables.ts';
import { hasEmbeddedDatabase } from '../installation/vanished-database.ts';
import { makeBarePlace, makeFolder, openBarePortal } from '../testing/bare-portal.ts';
import { buildVersion } from '../testing/earlier-version.ts';
import { connect } from './connect.ts';
import { startEmbeddedDatabase, type OlderCluster } from './embedded.ts';
import { listMigrations, migrate, readMigrations } from './migrate.ts';
import { getPostgresPackage } from './older-postgres.ts';
import { finishReload, reloadCluster, type CopyDatabase } from './reload-cluster.ts';

const lines: string[] = [];
const log = (line: string) => void lines.push(line);
const copy = copyDatabase(checkLedgerQuietly, log);

/** Both clusters use this program's PostgreSQL: the version does not matter to the copying. */
const postgres = getPostgresPackage();
const reload = (dataDir: string, copyWith: CopyDatabase = copy) =>
  reloadCluster({ dataDir, older: postgres, current: postgres, copy: copyWith, durable: false, log });

async function withDatabase<Result>(dataDir: string, use: (url: string) => Promise<Result>): Promise<Result> {
  const database = await startEmbeddedDatabase({ dataDir, durable: false, log });
  try {
    return await use(database.url);
  } finally {
    await database.stop();
  }
}

const readTallies = (url: string) =>
  withSession(url, async (client) => {
    const tallies: Record<string, string> = {};
    for (const table of await describeTables(client)) tallies[table.name] = (await tallyTable(client, table)).sha256;
    return tallies;
  });

const makePortal = (dataDir: string) =>
  withDatabase(dataDir, async (url) => {
    await migrate(url);
    const connection = connect(url, 4);
    const { db } = connection;
    await openLedger(db, { dataDir, ledgerKey: null, ledgerKeysOld: [] }, () => undefined);
    const user = await buildUser({ db }, { full_name: 'Ana \\N "Neil"' });
    await buildCredits({ db }, user.id, 12.5);
    await connection.close();
    return readTallies(url);
  });

test('a cluster copied into a new one has the same rows, and the old one remains beside it', async () => {
  const dataDir = await makeFolder();
  const before = await makePortal(dataDir);
  const refusing: CopyDatabase = async (from, to) => {
    await copy(from, to);
    throw new Error('the ledger does not add up');
  };
  await expect(reload(dataDir, refusing)).rejects.toThrow('the ledger does not add up');
  expect(await readdir(join(dataDir, 'postgresql'))).not.toContain('cluster.ready');
  expect(await withDatabase(dataDir, readTallies)).toEqual(before);

  await reload(dataDir);
  expect((await readdir(join(dataDir, 'postgresql'))).toSorted()).toEqual(
    expect.arrayContaining(['cluster', `cluster-of-${postgres.version.split('.')[0]}`]),
  );
  expect(existsSync(join(dataDir, 'postgresql/next'))).toBe(false);
  expect(await withDatabase(dataDir, readTallies)).toEqual(before);
});

test('rows of an earlier version are migrated at the target, and the source stays unchanged', async () => {
  const newest = await listMigrations();
  const [source, target] = [await makeBarePlace(), await makeBarePlace()];
  await buildVersion(
    source.url,
    newest.at(-2) ?? '',
    `insert into users (username, full_name, email, phone, country) values ('Ana', 'Ana', 'ana@example.com', '', '')`,
  );
  const before = await readTallies(source.url);
  await copy(source.url, target.url);
  expect(await readTallies(source.url)).toEqual(before);
  expect(await withSession(target.url, readMigrations)).toEqual(newest);
  const { rows } = await withSession(target.url, (client) => client.query('select username from users'));
  expect(rows).toEqual([{ username: 'Ana' }]);
});

test('a ledger that does not add up is not copied', async () => {
  const source = await openBarePortal();
  const target = await makeBarePlace();
  await buildUser(source);
  const copyBroken = copyDatabase(async () => ['entry 7 is missing'], log);
  await expect(copyBroken(source.url, target.url)).rejects.toThrow('entry 7 is missing');
  const { rows } = await withSession(target.url, (client) => client.query('select id from users'));
  expect(rows).toEqual([]);
});

test('an interrupted swap of clusters is finished, and a leftover copy beside a cluster in use is discarded', async () => {
  const dataDir = await makeFolder();
  const place = join(dataDir, 'database/postgresql');
  await mkdir(join(place, 'cluster.ready'), { recursive: true });
  await writeFile(join(place, 'cluster.ready/PG_VERSION'), 'verified');
  expect(hasEmbeddedDatabase(dataDir)).toBe(true);
  await finishReload(join(dataDir, 'database'));
  expect(await readFile(join(place, 'cluster/PG_VERSION'), 'utf8')).toBe('verified');

  await rename(join(place, 'cluster'), join(place, 'cluster.ready'));
  await mkdir(join(place, 'cluster'));
  await writeFile(join(place, 'cluster/PG_VERSION'), 'in use');
  await finishReload(join(dataDir, 'database'));
  expect(await readFile(join(place, 'cluster/PG_VERSION'), 'utf8')).toBe('in use');
  expect(existsSync(join(place, 'cluster.ready'))).toBe(false);
});

test.each<[string, OlderCluster | undefined, RegExp]>([
  ['99', copy, /of PostgreSQL 99, and this program has PostgreSQL \d+: a newer Tunedesk has run on it/],
  [
    '17',
    undefined,
    /of PostgreSQL 17, and this program has PostgreSQL 18. Nothing was changed. Run npm run admin upgrade/,
  ],
  ['9', copy, /of PostgreSQL 9, which this version of Tunedesk cannot read any more.*npm run admin restore FILE/],
])(
  'a cluster of PostgreSQL %s is refused with a sentence where it cannot be copied',
  async (version, olderCluster, sentence) => {
    const dataDir = await makeFolder();
    const cluster = join(dataDir, 'postgresql/cluster');
    await mkdir(cluster, { recursive: true });
    await writeFile(join(cluster, 'PG_VERSION'), `${version}\n`);
    await expect(startEmbeddedDatabase({ dataDir, durable: false, log, olderCluster })).rejects.toThrow(sentence);
    expect(await readFile(join(cluster, 'PG_VERSION'), 'utf8')).toBe(`${version}\n`);
  },
);
