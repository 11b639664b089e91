// Measures the reports over a million files and ledger entries. npm run bench -- reports [1000000] [--write]
import pg from 'pg';
import { ADMINISTRATOR } from '../../journeys/portal.ts';
import { signIn } from '../../journeys/screens.ts';
import { timeCall, withBenchPortal, type TimedCall } from './bench-portal.ts';
import { fillLists } from './fill-lists.ts';
import { UNSEALED_LEDGER } from './sealed-ledger.ts';
import { headline, markdownTable, writeSection } from './write-section.ts';

const SIZE = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? 1_000_000);
const ROUNDS = 15;
const LIMIT_MS = 1000;

/** Adds what the lists do not need: solutions, prices that were offered and paid, countries, and uses of DTC OFF. */
const REST = `
  insert into solutions (name, code, credits, type)
  select 'Solution ' || n, 'S' || n, 10 * n, 'OPTION' from generate_series(1, 30) n;
  update users set country = 'Country ' || id % 40;
  update files
     set solution_ids = (select array_agg(s.id) from solutions s where s.id % 13 = files.id % 13),
         ready_mailed_at = created_at + (1 + id * 7919 % 900) * interval '1 minute',
         ready_minutes = 1 + id * 7919 % 900, ready_on_time = id * 7919 % 900 < 400,
         paid_at = case when price_status <> 'UNPAID' then created_at + interval '1 day' end
   where feasible = 'POSSIBLE';
  insert into dtc_off_uses (kind, used_at)
  select (array['UPLOADED', 'PAID', 'FREE', 'GENERATED'])[1 + n % 4], now() - n * interval '2 years' / $uses
    from generate_series(1, $uses) n;
  insert into paid_solutions (file_id, solution_id, amount_cents, paid_at, refunded_at)
  select f.id, s, 1500, f.paid_at, case when f.price_status = 'REFUNDED' then f.paid_at + interval '1 day' end
    from files f, unnest(f.solution_ids) s where f.paid_at is not null;
  vacuum analyze;`;

const monthsAgo = (count: number) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 1)).toISOString().slice(0, 7);
};

async function execute(databaseUrl: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query("set session_replication_role = 'replica'");
  for (const statement of text.split(/;\s*$/m).filter((part) => part.trim() !== '')) await client.query(statement);
  await client.end();
}

/**
 * Drops the indexes before the tables are filled. Those of the lists and their search take minutes to write, and no
 * report reads them; returns the statements that recreate the others.
 */
async function dropIndexes(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ name: string; table: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as table, pg_get_indexdef(i.indexrelid) as definition
       from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relname = any (array['files', 'tickets', 'ticket_messages', 'credit_journals', 'credit_entries', 'credit_entry_facets'])
        and not exists (select from pg_constraint where conindid = i.indexrelid)`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await client.end();
  return rows
    .filter(({ table, name }) => table.startsWith('credit_') || name === 'files_by_readiness')
    .map(({ definition }) => definition);
}

const CALLS = [
  ['all reports, the last 12 months', '/reports'],
  ['all reports, 60 months', `/reports?from=${monthsAgo(59)}&to=${monthsAgo(0)}`],
  ['all reports, one month', `/reports?from=${monthsAgo(3)}&to=${monthsAgo(3)}`],
  ['customers as CSV, 12 months', '/reports/customers/csv'],
  ['turnaround as CSV, 60 months', `/reports/turnaround/csv?from=${monthsAgo(59)}&to=${monthsAgo(0)}`],
] as const;

const timed: (TimedCall & { name: string })[] = [];

await withBenchPortal(async (databaseUrl, server) => {
  const indexes = await dropIndexes(databaseUrl);
  await fillLists(databaseUrl, SIZE, UNSEALED_LEDGER);
  await execute(databaseUrl, REST.replaceAll('$uses', String(Math.ceil(SIZE / 3))));
  await execute(databaseUrl, indexes.join(';\n'));
  await execute(databaseUrl, 'vacuum analyze');
  console.log('filled');
  const { token } = await signIn(server, ADMINISTRATOR);
  for (const [name, path] of CALLS) timed.push({ name, ...(await timeCall(server, token, path, ROUNDS)) });
});

const rows = timed.map(
  ({ name, ms, worst, bytes }) => `| ${name} | ${ms.toFixed(1)} | ${worst.toFixed(1)} | ${(bytes / 1000).toFixed(1)} |`,
);
const tables = [markdownTable(['Call', 'ms', 'worst', 'kB'], rows)];
console.log(tables.join('\n\n'));
if (process.argv.includes('--write')) {
  writeSection('Reports over a million files', [
    headline(`npm run bench -- reports ${SIZE} --write`),
    `${SIZE} files and ledger entries of 1000 customers in 40 countries over two years, 30 solutions, ${Math.ceil(SIZE / 3)} uses of DTC OFF. Medians of ${ROUNDS} calls from the request to the last byte; a call has all nine reports. The limit is ${LIMIT_MS} ms.`,
    ...tables,
  ]);
}
const slow = timed.filter(({ worst, status }) => worst > LIMIT_MS || status !== 200);
for (const { name, worst, status } of slow)
  console.error(`${name}: ${status} after ${worst.toFixed(0)} ms, the limit is ${LIMIT_MS}`);
if (slow.length > 0) process.exitCode = 1;
