// Measures how long a portal with a million files, ledger entries and a long list of messages takes to start, and to
// check its ledger.
// npm run bench -- size [--write] [1000000]
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { forgetLaterState } from '../../server/backup/data-folder.ts';
import { MONITOR_TOKEN, readHealth } from '../../server/testing/read-health.ts';
import { endServer, forkServer, memoryMb, processorMs, withBenchDatabase, type Server } from './bench-portal.ts';
import { fillLists } from './fill-lists.ts';
import { SEALED_LEDGER } from './sealed-ledger.ts';
import { headline, wideTable, writeSection } from './write-section.ts';

const SIZE = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 1_000_000);
const RESTARTS = 5;

interface Health {
  ledger: string;
  ledger_check: { status: string; entries?: number; findings?: number };
}

const readReport = async (server: Server): Promise<Health | null> => {
  const reply = await readHealth(server).catch(() => null);
  return reply && (reply.body as unknown as Health);
};

interface Started {
  server: Server;
  /** Time from the start of the process to the first call that is served. */
  listeningMs: number;
  listeningCpuMs: number;
  /** Time from then to the end of the startup check, and the memory growth of the process meanwhile. */
  checkedMs: number;
  checkedCpuMs: number;
  growthMb: number;
  health: Health;
}

async function start(databaseUrl: string, folder: string): Promise<Started> {
  const startedAt = performance.now();
  // Set like in the launcher.
  const env = { NODE_COMPILE_CACHE: join(folder, 'compiled'), METRICS_TOKEN: MONITOR_TOKEN };
  const server = await forkServer(databaseUrl, join(folder, 'portal'), env);
  let health = await readReport(server);
  for (; health === null; health = await readReport(server)) {
    if (server.child.exitCode !== null) throw new Error(`the server ended with ${server.child.exitCode}`);
    await sleep(10);
  }
  const listeningMs = performance.now() - startedAt;
  const listeningCpuMs = processorMs(server);
  const before = memoryMb(server);
  let most = before;
  while (health?.ledger === 'unverified') {
    await sleep(50);
    most = Math.max(most, memoryMb(server));
    health = await readReport(server);
  }
  const checkedMs = performance.now() - startedAt - listeningMs;
  const checkedCpuMs = processorMs(server) - listeningCpuMs;
  const figures = { listeningMs, listeningCpuMs, checkedMs, checkedCpuMs, growthMb: most - before };
  return { server, ...figures, health: health as Health };
}

async function query<Row extends pg.QueryResultRow>(databaseUrl: string, text: string): Promise<Row> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<Row>(text);
  await client.end();
  return rows[0] as Row;
}

/** Megabytes that sorts and joins have written to disk because they did not fit into memory. */
const temporaryMb = async (databaseUrl: string) =>
  (
    await query<{ mb: number }>(
      databaseUrl,
      'select temp_bytes / 1e6::float8 as mb from pg_stat_database where datname = current_database()',
    )
  ).mb;

const COUNTS = `select (select count(*) from files)::int as files, (select count(*) from ticket_messages)::int as messages,
                       (select count(*) from credit_entries where sequence is not null)::int as entries,
                       (select count(*) from credit_accounts where version > 0)::int as accounts`;

const seconds = (ms: number) => (ms / 1000).toFixed(ms < 10_000 ? 2 : 1);

async function measure(databaseUrl: string, folder: string): Promise<string[]> {
  // Starts the portal once first: a filled database with an empty folder would be refused.
  await endServer((await start(databaseUrl, folder)).server);
  await forgetLaterState(join(folder, 'portal'));
  const startedAt = performance.now();
  await fillLists(databaseUrl, SIZE, SEALED_LEDGER);
  const counts = await query<Record<string, number>>(databaseUrl, COUNTS);
  const filledMb = await temporaryMb(databaseUrl);
  console.log(`filled in ${seconds(performance.now() - startedAt)} s:`, counts);
  // Before it listens, the first start verifies and seals the accounts, like after an update from a version without
  // keys.
  const first = await start(databaseUrl, folder);
  console.log('first start', seconds(first.listeningMs), 'whole check', seconds(first.checkedMs), first.health);
  requireOk(first.health, counts.entries as number);
  const writtenMb = (await temporaryMb(databaseUrl)) - filledMb;
  await endServer(first.server);
  // A restore leaves the rows and the keys, and nothing of how far the checks have got.
  await forgetLaterState(join(folder, 'portal'));
  const restored = await start(databaseUrl, folder);
  await endServer(restored.server);
  const restarts: Started[] = [];
  for (let round = 0; round < RESTARTS; round += 1) {
    restarts.push(await start(databaseUrl, folder));
    await endServer((restarts.at(-1) as Started).server);
  }
  const middle = (figures: number[]) => figures.toSorted((one, other) => one - other)[RESTARTS >> 1] as number;
  const { files, entries, accounts, messages } = counts;
  return [
    `| ${files} files, ${messages} messages, ${entries} entries of ${accounts} accounts | |`,
    `| restart to the first call that is served, s | ${seconds(middle(restarts.map(({ listeningMs }) => listeningMs)))} |`,
    `| first start after a restore, to the first call that is served, s | ${seconds(restored.listeningMs)} |`,
    `| processor time of the server until then, s | ${seconds(middle(restarts.map(({ listeningCpuMs }) => listeningCpuMs)))} |`,
    `| from then until the new entries are checked, s | ${seconds(middle(restarts.map(({ checkedMs }) => checkedMs)))} |`,
    `| whole check in the background, half of the time resting, s | ${seconds(first.checkedMs)} |`,
    `| processor time of the server during it, s | ${seconds(first.checkedCpuMs)} |`,
    `| memory of the server during it, + MB | ${first.growthMb.toFixed(0)} |`,
    `| temporary files of PostgreSQL since the database was filled, MB | ${writtenMb.toFixed(0)} |`,
  ];
}

function requireOk({ ledger, ledger_check }: Health, entries: number): void {
  if (ledger === 'ok' && ledger_check.status === 'ok' && ledger_check.entries === entries) return;
  throw new Error(`the filled ledger is not whole: ${JSON.stringify({ ledger, ledger_check })}`);
}

await withBenchDatabase(async (databaseUrl, folder) => {
  const table = wideTable(['What', ''], await measure(databaseUrl, folder), 2);
  console.log(`\n${table}\n`);
  if (!process.argv.includes('--write')) return;
  writeSection('A start and the checks of the ledger at size', [
    headline('npm run bench -- size --write'),
    `Medians of ${RESTARTS} restarts; the whole check once. Every file that was paid or refunded has its entries, and all seals are valid.`,
    table,
  ]);
});
