import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll } from 'vitest';
import { openFilledDatabase } from './filled-database.ts';
import { findScans } from './plan-of.ts';
import { listenToStatements, type Recorded } from './recorded-statements.ts';
import { isAllowedScan } from './whole-tables.ts';

/** The first test file of a run creates the filled database. */
const PATIENCE_MS = 240_000;

const recorded = new Map<string, Recorded>();

const PLANNED = /^\s*(\/\*.*?\*\/\s*)?(with|select|insert|update|delete)\b/i;
/** The tables of jobs belong to a package. */
const OF_JOBS = /\bjobs\.\w|"jobs"/;

listenToStatements((statement) => {
  const { text } = statement;
  if (PLANNED.test(text) && !OF_JOBS.test(text) && !recorded.has(text)) recorded.set(text, statement);
});

/**
 * Checks each statement that this file was the first to send: planned on a large portal, it must not read a large table
 * whole.
 */
afterAll(async () => {
  if (recorded.size === 0) return;
  const { url, large } = await openFilledDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const faults: string[] = [];
  try {
    for (const statement of await takeUnchecked(client, [...recorded.values()])) {
      for (const table of new Set(await findScans(client, statement))) {
        if (large.has(table) && !isAllowedScan(statement.text, table)) faults.push(`${table}: ${statement.text}`);
      }
    }
  } finally {
    await client.end();
    recorded.clear();
  }
  if (faults.length > 0) throw new Error(`These statements read every row of a large table:\n${faults.join('\n\n')}`);
}, PATIENCE_MS);

async function takeUnchecked(client: pg.Client, statements: readonly Recorded[]): Promise<Recorded[]> {
  const { rows } = await client.query<{ text: string }>(
    'insert into checked_statements (text) select md5(t) from unnest($1::text[]) t on conflict do nothing returning text',
    [statements.map(({ text }) => text)],
  );
  const fresh = new Set(rows.map(({ text }) => text));
  return statements.filter(({ text }) => fresh.has(digestOf(text)));
}

const digestOf = (text: string) => createHash('md5').update(text).digest('hex');
