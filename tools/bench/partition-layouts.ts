// Layouts with the same rows in one table and in partitions, for partitions.ts.

const MONTHS = 24;

export interface Layout {
  table: string;
  name: string;
  /** Statements that create the table, including its partitions. */
  create: readonly string[];
  /** The unique constraints of the real table that partitions can have. */
  unique: readonly string[];
  indexes: readonly string[];
}

const ENTRY = `id bigint not null, journal_id bigint not null, account_id bigint not null, amount_cents bigint not null,
  balance_after_cents bigint, sequence bigint, seal bytea`;
const MESSAGE = `id bigint not null, ticket_id bigint not null, user_id bigint not null, message text not null,
  created_at timestamptz not null`;

const parts = (table: string, count: number, bounds: (part: number) => string) =>
  Array.from(
    { length: count },
    (_, part) => `create table ${table}_${part} partition of ${table} for values ${bounds(part)}`,
  );

const share = (rows: number, part: number) => Math.round((part * rows) / MONTHS);
const monthOf = (part: number) => `timestamptz '2024-01-01 00:00+00' + interval '${part} months'`;
/** Returns the beginning of a month as an SQL literal. */
export const momentOf = (part: number) => `'${new Date(Date.UTC(2024, part, 1)).toISOString()}'`;

export const entriesLayouts = (rows: number): readonly Layout[] => [
  {
    table: 'entries',
    name: 'one table',
    create: [`create table entries (${ENTRY})`],
    unique: ['id', 'account_id, sequence', 'journal_id, account_id'],
    indexes: ['account_id, id desc'],
  },
  {
    table: 'entries_by_time',
    name: `by time, ${MONTHS} parts`,
    create: [
      `create table entries_by_time (${ENTRY}) partition by range (id)`,
      ...parts(
        'entries_by_time',
        MONTHS,
        (part) => `from (${share(rows, part)}) to (${part === MONTHS - 1 ? 'maxvalue' : share(rows, part + 1)})`,
      ),
    ],
    unique: ['id'],
    indexes: ['account_id, id desc', 'account_id, sequence', 'journal_id, account_id'],
  },
  {
    table: 'entries_by_account',
    name: 'by account, 16 parts',
    create: [
      `create table entries_by_account (${ENTRY}) partition by hash (account_id)`,
      ...parts('entries_by_account', 16, (part) => `with (modulus 16, remainder ${part})`),
    ],
    unique: ['id, account_id', 'account_id, sequence', 'journal_id, account_id'],
    indexes: ['account_id, id desc'],
  },
];

export const messagesLayouts = (): readonly Layout[] => [
  {
    table: 'messages',
    name: 'one table',
    create: [`create table messages (${MESSAGE})`],
    unique: ['id'],
    indexes: ['ticket_id, id'],
  },
  {
    table: 'messages_by_month',
    name: `by month, ${MONTHS} parts`,
    create: [
      `create table messages_by_month (${MESSAGE}) partition by range (created_at)`,
      ...parts(
        'messages_by_month',
        MONTHS,
        (part) => `from (${momentOf(part)}) to (${part === MONTHS - 1 ? 'maxvalue' : momentOf(part + 1)})`,
      ),
    ],
    unique: ['id, created_at'],
    indexes: ['ticket_id, id'],
  },
];

export interface Amounts {
  rows: number;
  /** Number of accounts or tickets: each has the same share of the rows, spread over the whole period. */
  owners: number;
}

export const fillEntries = ({ rows, owners }: Amounts, table: string) => `
  insert into ${table}
  select n, n, 1 + n % ${owners}, 500, 500 * (1 + n / ${owners}), 1 + n / ${owners}, sha256(n::text::bytea)
    from generate_series(0, ${rows - 1}::bigint) n`;

export const fillMessages = ({ rows, owners }: Amounts, table: string) => `
  insert into ${table}
  select n, 1 + n % ${owners}, 1 + n % 1000, repeat(md5(n::text), 6),
         ${monthOf(0)} + ((${monthOf(MONTHS)}) - (${monthOf(0)})) * (n / ${rows}::float8)
    from generate_series(0, ${rows - 1}::bigint) n`;
