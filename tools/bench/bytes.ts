// How much space a customer's rows take in the database, indexes included; docs/scaling.md calculates with it.
// npm run bench -- bytes [--files 200000] [--write]
import { parseArgs } from 'node:util';
import pg from 'pg';
import { withBenchDatabase } from './bench-portal.ts';
import { fillLists } from './fill-lists.ts';
import { headline, markdownTable, writeSection } from './write-section.ts';

const { values } = parseArgs({
  options: { files: { type: 'string', default: '200000' }, write: { type: 'boolean', default: false } },
});

/** What a user sees as one thing, the table whose rows count it, and the tables that store it. */
const THINGS: readonly [what: string, counted: string, tables: readonly string[]][] = [
  ['a file', 'files', ['files']],
  ['a ticket', 'tickets', ['tickets']],
  ['a message of 200 characters', 'ticket_messages', ['ticket_messages']],
  ['a posting, both sides', 'credit_journals', ['credit_journals', 'credit_entries', 'credit_entry_facets']],
];

interface Size {
  what: string;
  rows: number;
  table: number;
  indexes: number;
}

async function measure(client: pg.Client, [what, counted, tables]: (typeof THINGS)[number]): Promise<Size> {
  const { rows } = await client.query<Size>(
    `select (select count(*)::int from ${counted}) as rows, sum(pg_table_size(t::regclass))::float8 as table,
            sum(pg_indexes_size(t::regclass))::float8 as indexes from unnest($1::text[]) t`,
    [tables],
  );
  return { ...(rows[0] as Size), what };
}

const perRow = (bytes: number, { rows }: Size) => Math.round(bytes / rows);

async function main(databaseUrl: string): Promise<void> {
  await fillLists(databaseUrl, Number(values.files));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const sizes: Size[] = [];
  for (const thing of THINGS) sizes.push(await measure(client, thing));
  await client.end();
  const table = markdownTable(
    ['One of', 'rows', 'bytes of the table', 'of its indexes', 'together'],
    sizes.map((size) => {
      const [own, indexes] = [perRow(size.table, size), perRow(size.indexes, size)];
      return `| ${size.what} | ${size.rows} | ${own} | ${indexes} | ${own + indexes} |`;
    }),
  );
  console.log(table);
  if (!values.write) return;
  writeSection('Bytes of a row', [
    headline('npm run bench -- bytes --write'),
    'Average of all rows of a filled portal, on the disk; the bytes of the files themselves are not in the database.',
    table,
  ]);
}

await withBenchDatabase(main);
