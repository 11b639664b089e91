// Measures a ledger of a million rows: its pages, totals, CSV export and a statement. npm run bench -- ledger [--write]
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { ADMINISTRATOR } from '../../journeys/portal.ts';
import { signIn } from '../../journeys/screens.ts';
import { memoryMb, withBenchPortal, type Server } from './bench-portal.ts';
import { FACETS } from './fill-lists.ts';
import { headline, writeSection } from './write-section.ts';

const ROWS = 1_000_000;
const CUSTOMERS = 1000;
/** Half of all rows belong to one customer. */
const LARGEST = ROWS / 2;
const ROUNDS = 5;
const PAGE = 25;

const TABLES = ['credit_entries', 'credit_accounts', 'credit_totals', 'credit_entry_facets'];

const INSERT_CUSTOMERS = `
  insert into users (username, full_name, email, phone, country)
  select 'customer' || n, 'Customer ' || n, 'customer' || n || '@example.com', '', 'North Macedonia'
    from generate_series(1, ${CUSTOMERS}) n`;

/**
 * Fills the ledger over two years. Bypasses the triggers, which would take minutes: balances, sequences and totals are
 * computed as they would be; seals are omitted, because nothing here reads them.
 */
async function fill(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(INSERT_CUSTOMERS);
  for (const table of TABLES) {
    await client.query(`alter table ${table} disable trigger user`);
  }
  await client.query(
    `insert into credit_journals (key, source, created_at)
     select 'bench:' || n, case when n % 500 = 0 then 'Refund' when n % 4 = 0 then 'Payment' when n % 9 = 0 then 'Admin' else 'Upload' end,
            now() - interval '2 years' + (n / ${ROWS}.0) * interval '2 years'
       from generate_series(1, ${ROWS}) n order by n`,
  );
  await client.query(
    `with customer as (select array_agg(id order by id) as ids from credit_accounts where user_id is not null and unit = 'MAIN'),
          line as (select j.id as journal_id, j.source, row_number() over (order by j.id) as n from credit_journals j),
          placed as (select journal_id, c.ids[1 + case when n % 2 = 0 then 0 else (n * 7919) % ${CUSTOMERS} end] as account_id,
                            case when source = 'Upload' then -3000 else 6000 end as amount, n from line, customer c)
     insert into credit_entries (journal_id, account_id, amount_cents, balance_after_cents, sequence)
     select journal_id, account_id, amount, sum(amount) over w, row_number() over w from placed
     window w as (partition by account_id order by journal_id) order by journal_id`,
  );
  await client.query(
    `insert into credit_entries (journal_id, account_id, amount_cents)
     select e.journal_id, (select id from credit_accounts where user_id is null and unit = 'MAIN'), -e.amount_cents from credit_entries e`,
  );
  await client.query(
    `update credit_accounts a set balance_cents = s.total, version = s.entries
       from (select account_id, sum(amount_cents) as total, count(*) as entries from credit_entries where sequence is not null group by account_id) s
      where s.account_id = a.id`,
  );
  await client.query(
    `insert into credit_totals (account_id, source, entries, amount_cents)
     select e.account_id, j.source, count(*), sum(e.amount_cents) from credit_entries e join credit_journals j on j.id = e.journal_id
      where e.sequence is not null group by e.account_id, j.source`,
  );
  await client.query(FACETS);
  for (const table of TABLES) {
    await client.query(`alter table ${table} enable trigger user`);
  }
  await client.query('vacuum analyze');
  const { rows } = await client.query<{ user_id: string }>(
    'select a.user_id from credit_accounts a where a.user_id is not null order by a.version desc limit 1',
  );
  await client.end();
  return Number(rows[0]?.user_id);
}

interface Figures {
  ms: number;
  worstMs: number;
  megabytes: number;
  growthMb: number;
}

async function measure(server: Server, token: string, path: string, rounds = ROUNDS): Promise<Figures> {
  const times: number[] = [];
  const before = memoryMb(server);
  let most = before;
  let bytes = 0;
  const watch = setInterval(() => (most = Math.max(most, memoryMb(server))), 10);
  for (let round = 0; round < rounds; round += 1) {
    const beganAt = performance.now();
    const response = await fetch(`${server.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    bytes = 0;
    for await (const chunk of response.body as AsyncIterable<Uint8Array>) bytes += chunk.byteLength;
    times.push(performance.now() - beganAt);
  }
  clearInterval(watch);
  times.sort((one, other) => one - other);
  return {
    ms: times[Math.floor(rounds / 2)] as number,
    worstMs: times.at(-1) as number,
    megabytes: bytes / 1e6,
    growthMb: most - before,
  };
}

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

const callsFor = (user: number): [string, string][] => [
  ['everybody, first page with the four totals', `/credits-ledger?limit=${PAGE}`],
  ['everybody, page in the middle', `/credits-ledger?limit=${PAGE}&offset=${ROWS / 2}`],
  ['everybody, last page', `/credits-ledger?limit=${PAGE}&offset=${ROWS - PAGE}`],
  ['everybody, a rare source (0.2 %)', `/credits-ledger?limit=${PAGE}&source=Refund`],
  [
    'everybody, a rare source, its last page',
    `/credits-ledger?limit=${PAGE}&source=Refund&offset=${ROWS / 500 - PAGE}`,
  ],
  ['everybody, a week of last year', `/credits-ledger?limit=${PAGE}&from=${day(500)}&to=${day(493)}`],
  ['everybody, a source and a year', `/credits-ledger?limit=${PAGE}&source=Payment&from=${day(600)}&to=${day(235)}`],
  [`one customer with ${LARGEST}, first page`, `/credits-ledger/${user}?limit=${PAGE}`],
  ['the same, last page', `/credits-ledger/${user}?limit=${PAGE}&offset=${LARGEST - PAGE}`],
  ['the same, a rare source', `/credits-ledger/${user}?limit=${PAGE}&source=Refund`],
  ['the same, statement of a day', `/credits-ledger/${user}/statement?from=${day(30)}&to=${day(30)}`],
];

async function main(): Promise<void> {
  const lines: string[] = [];
  const report = (name: string, { ms, worstMs, megabytes, growthMb }: Figures) => {
    lines.push(
      `| ${name} | ${ms.toFixed(0)} | ${worstMs.toFixed(0)} | ${megabytes.toFixed(2)} | ${growthMb.toFixed(0)} |`,
    );
    console.log(lines.at(-1));
  };
  await withBenchPortal(async (databaseUrl, server) => {
    const user = await fill(databaseUrl);
    const { token } = await signIn(server, ADMINISTRATOR);
    await measure(server, token, '/credits-ledger?limit=1');
    for (const [name, path] of callsFor(user)) report(name, await measure(server, token, path));
    if (!process.argv.includes('--no-csv'))
      report('everybody, all of it as CSV', await measure(server, token, '/credits-ledger/csv', 1));
  });
  const table = ['| What | ms | worst | MB | server RSS + MB |', '| --- | --- | --- | --- | --- |', ...lines].join(
    '\n',
  );
  if (!process.argv.includes('--write')) return;
  writeSection('A ledger of a million rows', [
    headline('npm run bench -- ledger --write'),
    `${ROWS} rows of ${CUSTOMERS} customers over two years, half of them one customer's. Medians of ${ROUNDS} calls from the request to the last byte; the CSV once.`,
    table,
  ]);
}

await main();
