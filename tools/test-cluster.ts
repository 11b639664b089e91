// npm run test:long cluster [-- --write] [--only replica|faults|release]: PostgreSQL with a replica under Patroni and etcd,
// PgBouncer, Swift, HAProxy, three web processes and two workers, on loopback addresses of this machine, from Debian's
// packages (requires root). Sixteen clients work while one process after the other is killed. Exits with 1 when
// something is not as it has to be.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrate } from '../server/database/migrate.ts';
import { SWIFT_PACKAGES } from '../server/testing/s3/swift.ts';
import { headline, markdownTable, writeSection } from './bench/write-section.ts';
import { emptyClusterRecords } from './cluster/clients.ts';
import { DATABASE_PACKAGES } from './cluster/database-cluster.ts';
import { POOLER_PACKAGES } from './cluster/pooler.ts';
import { startPortalCluster } from './cluster/portal-cluster.ts';
import { THIS_RELEASE } from './cluster/portal-process.ts';
import { checkOutPreviousRelease, findPreviousRelease } from './cluster/previous-release.ts';
import { PROXY_PACKAGES } from './cluster/proxy.ts';
import { PARTS, runAll, type Part, type Run } from './cluster/run.ts';
import { buildStage } from './cluster/stage.ts';
import { listUnexpectedFaults } from './cluster/unexpected-faults.ts';
import { startProbes } from './cluster/watch.ts';
import { installPackages, readVersion } from './debian-packages.ts';
import { readChoice } from './options.ts';

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false }, only: { type: 'string' } } });

const CLIENTS = 16;
const RUN_TIMEOUT_MS = 30 * 60_000;

const only = values.only === undefined ? null : readChoice('--only', values.only, PARTS);
const isChosen = (part: Part) => only === null || only === part;

function describe({ records }: Run): string {
  const { operations, uploads, paid, messages, generated } = records;
  return `${operations} calls of ${CLIENTS} clients; acknowledged: ${uploads.size} uploads, ${paid.size} payments, ${messages.size} messages, ${generated.size} generated files.`;
}

function report(run: Run, seconds: number): void {
  const versions = ['postgresql-15', 'patroni', 'etcd-server', 'pgbouncer', 'haproxy', 'swift-proxy'];
  writeSection('A cluster under faults', [
    headline('npm run test:long -- cluster --write'),
    `${versions.map((name) => `${name} ${readVersion(name)}`).join(', ')}; three web processes, two workers. ${seconds.toFixed(0)} s.`,
    markdownTable(
      ['What happens', 'Longest pause', 'Replies by status (0: the connection was cut)'],
      run.rows.map(({ what, pause, replies }) => `| ${what} | ${pause} | ${replies} |`),
    ),
    run.figures.join(' '),
    `${describe(run)} ${run.found.length === 0 ? 'All of it is there, and the ledger verifies.' : `${run.found.length} breaks.`}`,
  ]);
}

async function start(folder: string): Promise<Run & { close: () => Promise<void> }> {
  const commit = isChosen('release') ? findPreviousRelease() : null;
  const release = commit === null ? THIS_RELEASE : join(folder, 'previous');
  const previous = commit === null ? null : { commit, newMigrations: checkOutPreviousRelease(commit, release) };
  console.log(`Starting the cluster with ${commit ?? 'this release'} …`);
  const cluster = await startPortalCluster(release);
  // Migrates like the migration job of an update: before any process is replaced.
  await migrate(cluster.ownerUrl);
  const stage = await buildStage(cluster, CLIENTS);
  const probes = startProbes(cluster.url, stage.probed);
  const close = async () => {
    await stage.connection.close();
    await cluster.stop();
  };
  return {
    cluster,
    stage,
    probes,
    previous,
    isChosen,
    records: emptyClusterRecords(),
    rows: [],
    found: [],
    figures: [],
    close,
  };
}

async function main(folder: string): Promise<boolean> {
  installPackages([...DATABASE_PACKAGES, ...POOLER_PACKAGES, ...PROXY_PACKAGES, ...SWIFT_PACKAGES]);
  const startedAt = Date.now();
  const run = await start(folder);
  try {
    await runAll(run);
    run.found.push(...listUnexpectedFaults(run.cluster.folder).map((fault) => `a process reported a fault: ${fault}`));
  } finally {
    await run.close();
  }
  console.log(describe(run));
  console.log([...run.records.responses].map(([what, times]) => `${what}: ${times}`).join(', '));
  for (const one of new Set(run.found.slice(0, 50))) console.log(`BREAK ${one}`);
  if (values.write) report(run, (Date.now() - startedAt) / 1000);
  return run.found.length === 0;
}

const folder = mkdtempSync(join(tmpdir(), 'tunedesk-test-cluster-'));
// The user postgres has to enter it.
chmodSync(folder, 0o755);
// Everything that the run starts writes there. What removes it runs last, however the run ends.
process.env.TMPDIR = folder;
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
setTimeout(() => {
  console.error('The run takes too long.');
  process.exit(1);
}, RUN_TIMEOUT_MS).unref();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));
try {
  process.exitCode = (await main(folder)) ? 0 : 1;
} catch (error) {
  console.error((error as Error).stack);
  process.exitCode = 1;
}
process.exit();
