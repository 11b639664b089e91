// npm run try -- two-majors [--write]: opens a portal on the embedded PostgreSQL 17 with this program, which has a
// newer one. Fetches PostgreSQL 17 with npm; takes about a minute. Exits with 1 when anything is lost or left
// incomplete.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { isDeepStrictEqual } from 'node:util';
import { checkLedgerQuietly } from '../../app/server/whole-ledger.ts';
import { copyDatabase } from '../../server/backup/copy-database.ts';
import { withSession } from '../../server/backup/session.ts';
import { describeTables, tallyTable } from '../../server/backup/tables.ts';
import { readServerConfig } from '../../server/config.ts';
import { startEmbeddedDatabase, type OlderCluster } from '../../server/database/embedded.ts';
import { majorOf, readClusterMajor } from '../../server/database/older-postgres.ts';
import { getPostgresPackage } from '../../server/database/postgres-package.ts';
import { systemClock } from '../../server/clock.ts';
import { bootProgram, type Booted } from '../../server/testing/boot.ts';
import { upgrade } from '../../server/upgrade/upgrade.ts';
import { headline, markdownTable, writeSection } from '../bench/write-section.ts';
import { ADMINISTRATOR, readBack, uploadOnce } from './debian/use.ts';
import { makeEarlierProgram } from './two-majors/earlier-program.ts';
import { killWhileCopied, type Moment } from './two-majors/kill-while-copied.ts';

const EARLIER = 17;
const CURRENT = majorOf(getPostgresPackage());
const MOMENTS: Moment[] = [0, 300, 900, 2_000, null];

const folder = mkdtempSync(join(tmpdir(), 'tunedesk-majors-'));
const program = join(folder, 'program');
const dataDir = join(folder, 'data');
const log = (line: string) => console.log(`    ${line}`);
const rows: string[] = [];

const environment = (of = dataDir) => ({
  DATA_DIR: of,
  DATABASE_URL: '',
  ADMIN_EMAIL: ADMINISTRATOR.email,
  ADMIN_PASSWORD: ADMINISTRATOR.password,
});
const cluster = (of = dataDir) => join(of, 'database/postgresql/cluster');

async function step(name: string, work: () => Promise<string>): Promise<void> {
  console.log(name);
  const beganAt = performance.now();
  const found = await work();
  rows.push(`| ${name} | ${found} | ${((performance.now() - beganAt) / 1000).toFixed(1)} s |`);
}

function expect(isTrue: boolean, sentence: string): void {
  if (!isTrue) throw new Error(sentence);
}

async function readTallies(url: string): Promise<Record<string, string>> {
  return withSession(url, async (client) => {
    const tallies: Record<string, string> = {};
    for (const table of await describeTables(client)) {
      const { rows: count, sha256 } = await tallyTable(client, table);
      tallies[table.name] = `${count} rows, ${sha256}`;
    }
    return tallies;
  });
}

async function withDatabase<Result>(
  olderCluster: OlderCluster,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const database = await startEmbeddedDatabase({ dataDir: join(dataDir, 'database'), log, olderCluster });
  try {
    return await use(database.url);
  } finally {
    await database.stop();
  }
}

async function endedAfter<Result>(portal: Booted, use: Promise<Result>): Promise<Result> {
  try {
    return await use;
  } finally {
    await portal.kill();
  }
}

/** Starts the portal, reads the previously uploaded file back, and ends it. */
async function serveOnce(sha256: string, { of = dataDir, by }: { of?: string; by?: string } = {}): Promise<void> {
  const portal = await bootProgram(environment(of), by);
  expect(portal.exitCode === null, portal.output);
  const found = await endedAfter(portal, readBack(portal.url));
  expect(found === sha256, 'another file than the one that was uploaded');
}

/** Checks that whatever interrupts the copying leaves the earlier cluster unchanged. */
async function tryFailures(before: Record<string, string>): Promise<void> {
  const expectAsBefore = async () => {
    expect(readClusterMajor(cluster()) === EARLIER, 'the cluster was exchanged');
    expect(isDeepStrictEqual(await withDatabase('open', readTallies), before), 'rows of the earlier cluster changed');
  };
  await step(`killed while it is copied, ${MOMENTS.length} times`, async () => {
    for (const moment of MOMENTS) {
      await killWhileCopied(environment(), moment);
      if (readClusterMajor(cluster()) === EARLIER) await expectAsBefore();
      else expect(moment === null, 'the cluster was exchanged before its rows were verified');
    }
    return readClusterMajor(cluster()) === EARLIER ? 'as before each time' : 'as before, or already exchanged';
  });
  expect(readClusterMajor(cluster()) === EARLIER, 'the last kill came after the exchange; start this again');
  await step('a copy whose ledger does not add up', async () => {
    const broken = copyDatabase(async () => ['entry 7 is missing'], log);
    const refused = await withDatabase(broken, async () => false).catch(() => true);
    expect(refused, 'it was taken');
    await expectAsBefore();
    return 'refused, as before';
  });
}

async function trySuccess(before: Record<string, string>, sha256: string): Promise<void> {
  const forUpgrade = join(folder, 'upgraded');
  // Preserves permissions: PostgreSQL refuses a cluster that others may read.
  execFileSync('cp', ['-a', dataDir, forUpgrade]);
  await step(`the start on PostgreSQL ${CURRENT}: every table`, async () => {
    const after = await withDatabase(copyDatabase(checkLedgerQuietly, log), readTallies);
    expect(isDeepStrictEqual(after, before), 'a table differs');
    expect(readClusterMajor(cluster()) === CURRENT, 'the cluster is of another version');
    expect(existsSync(`${cluster()}-of-${EARLIER}`), 'the earlier cluster is gone');
    return `${Object.keys(after).length} tables the same, ledger adds up`;
  });
  await step('the portal on it', async () => {
    await serveOnce(sha256);
    return 'served, same file';
  });
  await step('npm run admin upgrade on a copy of the earlier data folder', async () => {
    const config = readServerConfig(environment(forUpgrade), forUpgrade);
    const options = { config, isCheck: false, mayStop: false, checkLedger: checkLedgerQuietly, log };
    const outcome = await upgrade({ ...options, now: systemClock.now() });
    expect(outcome === 'done' && readClusterMajor(cluster(forUpgrade)) === CURRENT, `it ended with ${outcome}`);
    await serveOnce(sha256, { of: forUpgrade });
    return 'backup made, copied, served, same file';
  });
  await step('back to the earlier program with the cluster that was set aside', async () => {
    renameSync(cluster(), join(folder, 'cluster-not-used'));
    renameSync(`${cluster()}-of-${EARLIER}`, cluster());
    await serveOnce(sha256, { by: program });
    return 'served, same file';
  });
}

async function tryAll(): Promise<void> {
  makeEarlierProgram(program, EARLIER, log);
  let sha256 = '';
  await step(`a portal on PostgreSQL ${EARLIER}, with an upload`, async () => {
    const portal = await bootProgram(environment(), program);
    expect(portal.exitCode === null, portal.output);
    sha256 = await endedAfter(portal, uploadOnce(portal.url));
    expect(readClusterMajor(cluster()) === EARLIER, 'the cluster is of another version');
    return 'served, read back';
  });
  const before = await withDatabase('open', readTallies);
  await tryFailures(before);
  await trySuccess(before, sha256);
}

try {
  await tryAll();
  console.log(rows.join('\n'));
  if (process.argv.includes('--write'))
    writeSection('A newer major of the embedded PostgreSQL', [
      headline('npm run try -- two-majors --write'),
      markdownTable(['step', 'found', 'took'], rows),
    ]);
} catch (error) {
  console.error(rows.join('\n'));
  console.error(`FAILED: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
