// Writes server/database/schema.ts, the tables as Kysely sees them, from the tables that the migrations make.
import pg from 'pg';
import { TABLE_PRIVILEGES } from '../server/database/server-role.ts';
import { withMigratedDatabase } from './migrated-database.ts';

const SCHEMA = new URL('../server/database/schema.ts', import.meta.url);

/** Columns that are declared by the feature they are of. */
const ELSEWHERE = new Set(['ai_sessions.analysis', 'ai_sessions.chosen']);

/** What a column holds where no check of its own lists the values. */
const VALUES: Readonly<Record<string, string>> = {
  'credit_entry_facets.source': "CreditJournalsTable['source']",
  'credit_ledger_rows.source': "CreditJournalsTable['source']",
  'credit_ledger_rows.unit': "'MAIN' | 'AI'",
  'credit_totals.source': "CreditJournalsTable['source']",
  'notifications.stored_text': 'StoredText',
  'operator_notices.details': 'Record<string, string | number>',
  'operator_notices.items': '{ text: string; to: string | null }[]',
  'payment_messages.headers': 'Record<string, string>',
};

/** Set when the row is made, or together with other columns alone (features/files/server/file-rows.ts). */
const NOT_UPDATED = new Set(['files.status', 'tickets.user_id']);

/** Columns of views that can be null; PostgreSQL says so of every one. */
const NULLABLE = new Set(
  ['file_id', 'note', 'open_user_id', 'open_file_id', 'payment_reference', 'ordered_by']
    .map((name) => `credit_ledger_rows.${name}`)
    .concat('recorded_bytes.user_id'),
);

const TYPES: Readonly<Record<string, string>> = {
  bigint: 'number',
  'bigint[]': 'number[]',
  'bit(512)': 'string',
  boolean: 'boolean',
  bytea: 'Buffer',
  integer: 'number',
  jsonb: 'unknown',
  smallint: 'number',
  text: 'string',
  'text[]': 'string[]',
  'timestamp with time zone': 'string',
  uuid: 'string',
  'uuid[]': 'string[]',
  xid8: 'string',
};

/** What is written where it differs from what is read. */
const WRITTEN: Readonly<Record<string, string>> = {
  bytea: 'Uint8Array',
  jsonb: 'string',
  'timestamp with time zone': 'string | Date',
};

/** Names for the types of the most frequent columns, by what is read and inserted. */
const SHORT: Readonly<Record<string, string>> = {
  'string, string | Date': 'Time',
  'string, string | Date | undefined': 'DefaultTime',
  'string | null, string | Date | null | undefined': 'TimeOrNull',
};

interface Column {
  table: string;
  name: string;
  type: string;
  isView: boolean;
  isNull: boolean;
  /** PostgreSQL computes it: nobody writes it. */
  isComputed: boolean;
  hasDefault: boolean;
  /** The check of its values; null: there is none of this column alone. */
  check: string | null;
}

const COLUMNS = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, c.relkind = 'v' as "isView",
         not a.attnotnull as "isNull", a.attgenerated <> '' as "isComputed", a.atthasdef or a.attidentity <> '' as "hasDefault",
         (select min(pg_get_constraintdef(k.oid)) from pg_constraint k
           where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
             and pg_get_constraintdef(k.oid) ~ '^CHECK \\(\\(\\w+ = (ANY|''.*''::text)') as check
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'v') and c.relname <> 'migrations'
   order by c.relname collate "C", a.attnum`;

const nameInterface = (table: string): string =>
  `${table.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Table`;

/** Returns the values that a check allows, as a union; null for any other check. */
const findValues = ({ check }: Column): string | null =>
  check === null ? null : [...check.matchAll(/'([^']*)'::text/g)].map(([, value]) => `'${value}'`).join(' | ');

/** What the server's role only reads, but commands and tests write. */
const WRITTEN_BY_OWNER = new Set(['credit_journals', 'dtc_texts']);

/** PostgreSQL computes it, or the server's role may not write it. */
const isReadOnly = ({ table, isComputed }: Column): boolean =>
  isComputed ||
  (!WRITTEN_BY_OWNER.has(table) &&
    TABLE_PRIVILEGES[table as keyof typeof TABLE_PRIVILEGES].every((one) => one === 'SELECT'));

function composeType(column: Column): string {
  const { type, hasDefault } = column;
  const name = `${column.table}.${column.name}`;
  const found = VALUES[name] ?? findValues(column) ?? TYPES[type];
  if (found === undefined) throw new Error(`${name}: no TypeScript type for ${type}`);
  const orNull = (column.isView ? NULLABLE.has(name) : column.isNull) ? ' | null' : '';
  const read = found === 'unknown' ? found : `${found}${orNull}`;
  if (isReadOnly(column)) return `Computed<${read}>`;
  const written = `${WRITTEN[type] ?? found}${orNull}`;
  const inserted = hasDefault || orNull !== '' ? `${written} | undefined` : written;
  if (NOT_UPDATED.has(name)) return `ColumnType<${read}, ${inserted}, never>`;
  if (written !== read) return SHORT[`${read}, ${inserted}`] ?? `ColumnType<${read}, ${inserted}, ${written}>`;
  return hasDefault && orNull === '' ? `Generated<${read}>` : read;
}

function composeInterface(table: string, columns: readonly Column[]): string {
  const lines = columns
    .filter(({ name }) => !ELSEWHERE.has(`${table}.${name}`))
    .map((column) => `  ${column.name}: ${composeType(column)};`);
  return [`export interface ${nameInterface(table)} {`, ...lines, '}'].join('\n');
}

function composeSchema(columns: readonly Column[]): string {
  const tables = [...Map.groupBy(columns, ({ table }) => table)];
  return [
    '// GENERATED by npm run generate from the tables that the migrations make (tools/describe-tables.ts)',
    "import type { ColumnType, Generated } from 'kysely';",
    "import type { StoredText } from '../../contract/texts.ts';",
    '',
    '/** Times are read as ISO 8601 text, as in the contract. */',
    'type Time = ColumnType<string, string | Date, string | Date>;',
    'type DefaultTime = ColumnType<string, string | Date | undefined, string | Date>;',
    'type TimeOrNull = ColumnType<string | null, string | Date | null | undefined, string | Date | null>;',
    'type Computed<Value> = ColumnType<Value, never, never>;',
    '',
    '/** 64-bit integers are JavaScript numbers: ids and cents stay far below 2^53. JSON is written as text. */',
    'export interface Schema {',
    ...tables.map(([table]) => `  ${table}: ${nameInterface(table)};`),
    '}',
    '',
    tables.map(([table, ofTable]) => composeInterface(table, ofTable)).join('\n\n'),
    '',
  ].join('\n');
}

export const describeTables = (): Promise<{ path: URL; text: string }> =>
  withMigratedDatabase(async (url) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      const { rows } = await client.query<Column>(COLUMNS);
      return { path: SCHEMA, text: composeSchema(rows) };
    } finally {
      await client.end();
    }
  });
