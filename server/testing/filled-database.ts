import pg from 'pg';
import { inject } from 'vitest';
import { onDatabase, TEMPLATE } from './database-url.ts';

const NAME = 'filled_tunedesk';

/** An arbitrary number, the same for all that create it. */
const MAKING_LOCK = 7_205_760;

const ROWS = 20_000;
const USERS = 2000;

/**
 * Tables that do not grow with customers and years, have a few rows after every housekeeping, or serve for trying
 * things out.
 */
const SMALL = [
  'application_configuration',
  'credit_alarms',
  'file_check_faults',
  'file_checks',
  'first_start',
  'installation',
  'change_feed',
  'login_media',
  'mailings',
  'measured_bytes',
  'media_files',
  'migrations',
  'operator_notices',
  'sandbox_notices',
  'sandbox_payments',
  'saved_replies',
  'presences',
  'report_settings',
  'secrets',
  'solution_images',
  'solutions',
  'tags',
  'staff_roles',
  'webhooks',
  'upload_slots',
  'process_leases',
  'event_slots',
  'ecu_work',
];

/** Values of columns by which rows are searched, as frequent as in a portal used for years. `n` counts the rows. */
const VALUES: Record<string, string> = {
  deleted_at: 'case when n % 50 = 0 then now() end',
  user_id: `1 + (n * 7919) % ${USERS}`,
  account_id: `3 + (n * 7919) % ${2 * USERS}`,
  created_at: "now() - n * interval '1 hour'",
  role: "case when n % 1000 = 0 then 'ADMIN' else 'CUSTOMER' end",
  'users.status': "case when n % 100 = 0 then 'DEACTIVE' else 'ACTIVE' end",
  'files.status':
    "case when n % 100 < 2 then 'PENDING' when n % 100 < 4 then 'IN_PROGRESS' when n % 100 < 9 then 'PROCESSED' when n % 100 < 20 then 'CANCELED' else 'COMPLETED' end",
  'files.price_status': "case when n % 100 < 4 or n % 100 between 9 and 19 then 'UNPAID' else 'PAID' end",
  'files.feasible': "case when n % 100 < 4 then null else 'POSSIBLE' end",
  'files.delivered_at': 'case when n % 100 < 6 then null else now() end',
  'tickets.status': "case when n % 100 = 0 then 'OPEN' else 'CLOSED' end",
  'tickets.awaits_reply': 'n % 200 = 0',
  'tickets.has_unread_reply': 'n % 100 = 1',
  'ticket_messages.ticket_id': '1 + n / 5',
  'ticket_messages.file_key': "case when n % 20 = 0 then 'attached ' || n end",
  'credit_accounts.user_id': 'n / 2 + 1',
  'credit_accounts.unit': "case when n % 2 = 0 then 'MAIN' else 'AI' end",
  'credit_accounts.balance_cents': '(n * 31) % 100000',
  'credit_journals.source': "(array['Upload', 'Refund', 'Payment', 'Admin', 'DTC OFF'])[1 + n % 5]",
  'credit_journals.is_test': 'n % 1000 = 0',
  'credit_totals.source': "(array['Upload', 'Refund', 'Payment', 'Admin', 'DTC OFF'])[1 + (n - 1) / 4000]",
  'mails.sent_at': 'case when n % 1000 = 0 then null else now() end',
  'mails.refused_at': 'null',
  'mails.priority': '1',
  'notification_recipients.notification_id': 'n',
  'notification_recipients.read_at': 'case when n % 50 = 0 then null else now() end',
  'payment_messages.outcome': "case when n % 500 = 0 then 'REVIEW' when n % 500 = 1 then null else 'CREDITED' end",
  'payment_messages.settled_at': 'case when n % 500 = 1 then null else now() end',
  'payment_messages.verification': "case when n % 500 = 1 then 'WAITING' else 'VERIFIED' end",
  'payment_messages.reviewed_at': 'null',
  'second_factors.user_id': 'n',
  'user_stored_bytes.user_id': 'n',
  // What is older than 30 days is removed every day.
  'webhook_deliveries.created_at': "now() - (n % 740) * interval '1 hour'",
  'webhook_deliveries.status': "case when n % 50 = 0 then 'WAITING' else 'DELIVERED' end",
  'sessions.expires_at': "now() + (n - 200) * interval '1 minute'",
};

const byType = (name: string): Record<string, string> => ({
  bigint: 'n',
  integer: 'n % 100',
  smallint: 'n % 100',
  boolean: 'n % 10 = 0',
  text: `'${name} ' || md5(n::text)`,
  uuid: 'gen_random_uuid()',
  bytea: "decode(md5(n::text), 'hex')",
  bit: "('x' || repeat(md5(n::text), 4))::bit(512)",
  jsonb: "'{}'::jsonb",
  'timestamp with time zone': "now() - n * interval '1 hour'",
  date: 'current_date - (n % 700)::int',
  'text[]': "'{}'::text[]",
  'bigint[]': "'{}'::bigint[]",
});

interface Column {
  table: string;
  name: string;
  type: string;
}

const COLUMNS = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
   where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r'
     and a.attgenerated = '' and a.attidentity = '' and c.relname <> all ($1::text[])
   order by c.relname, a.attnum`;

export interface FilledDatabase {
  url: string;
  /** Tables of which no statement may read every row. */
  large: ReadonlySet<string>;
}

/** Opens a database with years of everything, created once per run: PostgreSQL plans there as for a large portal. */
export async function openFilledDatabase(): Promise<FilledDatabase> {
  const server = new pg.Client({ connectionString: inject('databaseServerUrl') });
  await server.connect();
  try {
    await server.query('select pg_advisory_lock($1)', [MAKING_LOCK]);
    const url = onDatabase(inject('databaseServerUrl'), NAME);
    const { rows } = await server.query('select from pg_database where datname = $1', [NAME]);
    if (rows.length === 0) {
      await server.query(`create database ${NAME} template ${TEMPLATE} strategy wal_log`);
      await fill(url);
    }
    return { url, large: await findLarge(url) };
  } finally {
    await server.end();
  }
}

async function withClient<Result>(url: string, use: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

const findLarge = (url: string) =>
  withClient(url, async (client) => {
    const { rows } = await client.query<Column>(COLUMNS, [SMALL]);
    return new Set(rows.map(({ table }) => table));
  });

/** The values follow no rule of the product, so its checks are dropped and its triggers disabled. */
const fill = (url: string) =>
  withClient(url, async (client) => {
    await client.query("set session_replication_role = 'replica'");
    await client.query(DROP_CHECKS);
    const indexes = await takeIndexes(client);
    const { rows } = await client.query<Column>(COLUMNS, [SMALL]);
    for (const [table, columns] of Map.groupBy(rows, (column) => column.table)) {
      const names = columns.map(({ name }) => `"${name}"`);
      const values = columns.map(valueOf);
      await client.query(
        `insert into "${table}" (${names.join()}) select ${values.join()} from generate_series(1::bigint, ${ROWS}) n`,
      );
    }
    for (const index of indexes) await client.query(index);
    await client.query('vacuum analyze');
  });

/** Indexes are created afterwards: that is faster than filling them row by row. */
async function takeIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
       from pg_index i join pg_class c on c.oid = i.indrelid
      where c.relnamespace = current_schema()::regnamespace
        and not exists (select from pg_constraint where conindid = i.indexrelid)`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

function valueOf({ table, name, type }: Column): string {
  const value = VALUES[`${table}.${name}`] ?? VALUES[name] ?? byType(name)[type];
  if (value === undefined) throw new Error(`${table}.${name}: no value for ${type}`);
  return value;
}

const DROP_CHECKS = `
  do $$
  declare
    found record;
  begin
    for found in select conrelid::regclass as table, conname from pg_constraint
                  where connamespace = current_schema()::regnamespace and contype in ('c', 'f')
    loop
      execute format('alter table %s drop constraint %I', found.table, found.conname);
    end loop;
  end $$`;
