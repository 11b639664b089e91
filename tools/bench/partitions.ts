// Compares ledger entries and messages in one table and in partitions: what partitions gain and cost (docs/scaling.md).
// npm run bench -- partitions [--rows 10000000] [--write]; about ten minutes and 15 GB.
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { withBenchDatabase } from './bench-portal.ts';
import {
  entriesLayouts,
  fillEntries,
  fillMessages,
  messagesLayouts,
  momentOf,
  type Layout,
} from './partition-layouts.ts';
import { headline, markdownTable, writeSection } from './write-section.ts';

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '10000000' }, write: { type: 'boolean', default: false } },
});
/** Number of rows; a multiple of 500. */
const ROWS = Number(values.rows);
const OWNERS = ROWS / 500;
const ENTRIES = entriesLayouts(ROWS);
const MESSAGES = messagesLayouts();
const ROUNDS = 300;
const WRITES = 2000;

interface Timed {
  name: string;
  run: (client: pg.Client, layout: Layout, round: number) => Promise<unknown>;
  rounds: number;
}

/** Spreads the rounds over all owners, in the same order for each layout. */
const ownerOf = (round: number) => 1 + ((round * 7919) % OWNERS);

const OF_ENTRIES: readonly Timed[] = [
  {
    name: 'newest 25 of an account',
    rounds: ROUNDS,
    run: (client, { table }, round) =>
      client.query(`select * from ${table} where account_id = $1 order by id desc limit 25`, [ownerOf(round)]),
  },
  {
    name: '25 from the middle of an account',
    rounds: ROUNDS,
    run: (client, { table }, round) =>
      client.query(`select * from ${table} where account_id = $1 and sequence < 250 order by sequence desc limit 25`, [
        ownerOf(round),
      ]),
  },
  {
    name: 'one entry',
    rounds: ROUNDS,
    run: (client, { table }, round) => client.query(`select * from ${table} where id = $1`, [(round * 104_729) % ROWS]),
  },
  {
    name: 'one posting',
    rounds: WRITES,
    run: (client, { table }, round) =>
      client.query(
        `insert into ${table} values ($1::bigint, $1::bigint, $2, 500, 0, $3, sha256($1::bigint::text::bytea))`,
        [ROWS + round, ownerOf(round), 1_000_000 + round],
      ),
  },
];

const OF_MESSAGES: readonly Timed[] = [
  {
    name: 'newest 50 of a ticket',
    rounds: ROUNDS,
    run: (client, { table }, round) =>
      client.query(`select * from ${table} where ticket_id = $1 order by id desc limit 50`, [ownerOf(round)]),
  },
  {
    name: 'what is new in a ticket',
    rounds: ROUNDS,
    run: (client, { table }, round) =>
      client.query(`select * from ${table} where ticket_id = $1 and id > $2 order by id`, [ownerOf(round), ROWS - 10]),
  },
  {
    name: 'one message',
    rounds: WRITES,
    run: (client, { table }, round) =>
      client.query(`insert into ${table} values ($1, $2, 1, repeat('x', 200), '2025-12-31 12:00+00')`, [
        ROWS + round,
        ownerOf(round),
      ]),
  },
];

async function fill(client: pg.Client, layout: Layout, sql: string): Promise<void> {
  for (const statement of layout.create) await client.query(statement);
  await client.query(sql);
  for (const columns of layout.unique) await client.query(`create unique index on ${layout.table} (${columns})`);
  for (const columns of layout.indexes) await client.query(`create index on ${layout.table} (${columns})`);
  await client.query(`vacuum analyze ${layout.table}`);
}

async function timeAll(client: pg.Client, layouts: readonly Layout[], timed: Timed): Promise<string> {
  const took = layouts.map((): number[] => []);
  for (let round = 0; round < timed.rounds; round += 1) {
    for (const [index, layout] of layouts.entries()) {
      const beganAt = performance.now();
      await timed.run(client, layout, round);
      took[index]?.push(performance.now() - beganAt);
    }
  }
  const medians = took.map((times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] as number);
  return `| ${timed.name}, ms | ${medians.map((ms) => `${ms.toFixed(2)} (${(ms / (medians[0] as number)).toFixed(2)})`).join(' | ')} |`;
}

async function sizes(client: pg.Client, layouts: readonly Layout[]): Promise<string> {
  const bytes = [];
  for (const { table } of layouts) {
    const { rows } = await client.query<{ gb: string }>(
      `select round(sum(pg_total_relation_size(relid)) / 1e9, 2) as gb
         from (select $1::regclass as relid union select relid from pg_partition_tree($1)) parts`,
      [table],
    );
    bytes.push(...rows.map(({ gb }) => gb));
  }
  return `| with its indexes, GB | ${bytes.join(' | ')} |`;
}

async function removeOldest(client: pg.Client): Promise<string> {
  const seconds = [];
  for (const statement of [
    `delete from messages where created_at < ${momentOf(1)}; vacuum messages`,
    'drop table messages_by_month_0',
  ]) {
    const beganAt = performance.now();
    for (const one of statement.split(';')) await client.query(one);
    seconds.push(((performance.now() - beganAt) / 1000).toFixed(2));
  }
  return `| the oldest month removed, s | ${seconds.join(' | ')} |`;
}

async function compare(client: pg.Client, layouts: readonly Layout[], timed: readonly Timed[]): Promise<string[]> {
  const rows = [await sizes(client, layouts)];
  for (const one of timed) rows.push(await timeAll(client, layouts, one));
  return rows;
}

const tableOf = (what: string, layouts: readonly Layout[], rows: readonly string[]) =>
  markdownTable(
    [what, ...layouts.map(({ name }) => name)],
    [
      ...rows,
      `| unique | ${layouts.map(({ unique }) => unique.map((columns) => `(${columns})`).join(' ')).join(' | ')} |`,
    ],
  );

async function main(client: pg.Client): Promise<void> {
  for (const layout of ENTRIES) await fill(client, layout, fillEntries({ rows: ROWS, owners: OWNERS }, layout.table));
  const entries = tableOf(`${ROWS} entries of ${OWNERS} accounts`, ENTRIES, await compare(client, ENTRIES, OF_ENTRIES));
  console.log(`${entries}\n`);
  await client.query(`drop table ${ENTRIES.map(({ table }) => table).join(', ')}`);
  for (const layout of MESSAGES) await fill(client, layout, fillMessages({ rows: ROWS, owners: OWNERS }, layout.table));
  const rows = await compare(client, MESSAGES, OF_MESSAGES);
  const messages = tableOf(`${ROWS} messages in ${OWNERS} tickets`, MESSAGES, [...rows, await removeOldest(client)]);
  console.log(messages);
  if (!values.write) return;
  writeSection('Partitions', [
    headline('npm run bench -- partitions --write'),
    `Medians of ${ROUNDS} reads and ${WRITES} writes of one row each, in turn over the layouts; in brackets, beside one table. “Unique” is what the layout can promise: a partitioned table promises only what contains the column it is divided by.`,
    entries,
    messages,
  ]);
}

await withBenchDatabase(async (databaseUrl) => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await main(client);
  } finally {
    await client.end();
  }
});
