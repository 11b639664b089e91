import { existsSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { expect, test } from 'vitest';
import { openFilledDatabase } from './filled-database.ts';
import { findScans } from './query-plan.ts';
import { parseStatement } from './recorded-statements.ts';
import { isAllowedScan } from './whole-tables.ts';

/** The files of statements, one of each run; none of them may be missing. */
const FILES = (process.env['RECORDED_STATEMENTS'] ?? '').split(':');

const lines = FILES.flatMap((file) => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []));
/** With the values of the first test that sent each: those of the long run may be odd ones, for which no index is of use. */
const statements = new Map(
  lines
    .toReversed()
    .map(parseStatement)
    .map((statement) => [statement.text, statement]),
);

test('the statements of every run were recorded', () => {
  expect(
    FILES.filter((file) => !existsSync(file)),
    'run npm test first: it records them',
  ).toEqual([]);
});

test('no statement that a test has sent reads every row of a large table', { timeout: 240_000 }, async () => {
  const { url, large } = await openFilledDatabase();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const faults: string[] = [];
  try {
    for (const statement of statements.values()) {
      for (const table of new Set(await findScans(client, statement))) {
        if (large.has(table) && !isAllowedScan(statement.text, table)) faults.push(`${table}: ${statement.text}`);
      }
    }
  } finally {
    await client.end();
  }
  expect(statements.size).toBeGreaterThan(0);
  expect(faults.join('\n\n')).toBe('');
});
