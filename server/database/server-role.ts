import type pg from 'pg';
import { JOBS_SCHEMA } from '../jobs.ts';
import type { Schema } from './schema.ts';

/** Maps each `schema.table` to the privileges the role has on it, sorted. */
export type Granted = Record<string, string[]>;

/** Advisory lock by which servers that start at once take turns; an arbitrary number of our own. */
const GRANT_LOCK = 7_316_009_114;

/** Lists what the role may do with each of our tables and views, according to this version. */
export function listExpected(schema: string, jobTables: readonly string[]): Granted {
  const own = Object.entries(TABLE_PRIVILEGES).map(([name, privileges]) => [`${schema}.${name}`, sorted(privileges)]);
  const jobs = jobTables.map((name) => [`${JOBS_SCHEMA}.${name}`, sorted(JOB_PRIVILEGES)]);
  return Object.fromEntries([...own, ...jobs]) as Granted;
}

/** Lists what the role may actually do with tables, views and sequences in every schema, by PostgreSQL's catalog. */
export async function listGranted(client: pg.Client, role: string): Promise<Granted> {
  const { rows } = await client.query<{ name: string; privileges: string[] }>(
    `select n.nspname || '.' || c.relname as name, array_agg(distinct g.privilege_type order by g.privilege_type) as privileges
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_roles r on r.rolname = $1
       cross join lateral (
         select grantee, privilege_type from aclexplode(c.relacl)
         union all
         select a.grantee, a.privilege_type from pg_attribute t cross join lateral aclexplode(t.attacl) a where t.attrelid = c.oid
       ) g
      where g.grantee = r.oid group by 1 order by 1`,
    [role],
  );
  return Object.fromEntries(rows.map(({ name, privileges }) => [name, privileges]));
}

/**
 * Gives the role exactly the privileges of the list. Runs at every start, because an update or a restore may have made
 * tables; changes nothing when nothing differs. `client` is the owner's.
 */
export async function grantPrivileges(client: pg.Client, role: string): Promise<void> {
  const { schema, jobTables } = await readSchema(client);
  await client.query('begin');
  try {
    await client.query(`select pg_advisory_xact_lock(${GRANT_LOCK})`);
    if (!isSame(await listGranted(client, role), listExpected(schema, jobTables))) {
      for (const statement of composeTableGrants(role, schema, jobTables)) await client.query(statement);
    }
    for (const statement of await listSchemaGrants(client, role, schema)) await client.query(statement);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function readSchema(client: pg.Client): Promise<{ schema: string; jobTables: string[] }> {
  const { rows } = await client.query<{ schema: string; jobTables: string[] }>(
    `select current_schema() as schema,
            (select coalesce(array_agg(c.relname::text order by c.relname), '{}') from pg_class c
               join pg_namespace n on n.oid = c.relnamespace
              where n.nspname = $1 and c.relkind in ('r', 'p', 'v')) as "jobTables"`,
    [JOBS_SCHEMA],
  );
  return rows[0] as { schema: string; jobTables: string[] };
}

function composeTableGrants(role: string, schema: string, jobTables: readonly string[]): string[] {
  const to = quoteIdentifier(role);
  const revoked = [schema, JOBS_SCHEMA].map(
    (name) => `revoke all on all tables in schema ${quoteIdentifier(name)} from ${to}`,
  );
  const granted = Object.entries(listExpected(schema, jobTables)).map(([name, privileges]) => {
    const [inSchema, table] = name.split('.') as [string, string];
    return `grant ${privileges.join(', ')} on ${quoteIdentifier(inSchema)}.${quoteIdentifier(table)} to ${to}`;
  });
  return [...revoked, ...granted];
}

/** Returns only the missing grants: each one is written to the catalog, where two at once would collide. */
async function listSchemaGrants(client: pg.Client, role: string, schema: string): Promise<string[]> {
  const { rows } = await client.query<{ statement: string | null }>(
    `select case when not has_schema_privilege($1, n.oid, 'USAGE')
                 then format('grant usage on schema %I to %I', n.nspname, $1::text) end as statement
       from pg_namespace n where n.nspname in ($2, $3)
     union all
     select case when has_schema_privilege('public', n.oid, 'CREATE') and pg_has_role(n.nspowner, 'USAGE')
                 then format('revoke create on schema %I from public', n.nspname) end
       from pg_namespace n where n.nspname = $2
     union all
     select case when has_database_privilege('public', d.oid, 'TEMPORARY') and pg_has_role(d.datdba, 'USAGE')
                 then format('revoke temporary on database %I from public', d.datname) end
       from pg_database d where d.datname = current_database()
     union all
     select case when not has_database_privilege($1, d.oid, 'CONNECT')
                 then format('grant connect on database %I to %I', d.datname, $1::text) end
       from pg_database d where d.datname = current_database()
     union all
     select case when not has_function_privilege($1, p.oid, 'EXECUTE')
                 then format('grant execute on function %s to %I', p.oid::regprocedure, $1::text) end
       from pg_proc p where p.pronamespace = $2::regnamespace and p.proname = any ($4::text[])`,
    [role, schema, JOBS_SCHEMA, OWNER_FUNCTIONS],
  );
  return rows.flatMap(({ statement }) => statement ?? []);
}

/**
 * Returns why the role could switch off the ledger's guards, a phrase each; empty if it cannot. `client` is the
 * owner's.
 */
export async function findExcess(client: pg.Client, role: string): Promise<string[]> {
  const { rows } = await client.query<{ reason: string }>(
    `with server as (select * from pg_roles where rolname = $1)
     select 'it is a superuser' as reason from server where rolsuper
     union all select 'it may create roles' from server where rolcreaterole
     union all select 'it may replicate' from server where rolreplication
     union all select 'it is a member of ' || m.roleid::regrole from pg_auth_members m join server on m.member = server.oid
     union all select 'it owns the database' from pg_database d join server on d.datdba = server.oid where d.datname = current_database()
     union all select distinct 'it owns the schema ' || n.nspname from pg_namespace n join server on n.nspowner = server.oid
     union all select distinct 'it owns tables' from pg_class c join server on c.relowner = server.oid where c.relpersistence <> 't'
     union all select distinct 'it owns functions' from pg_proc p join server on p.proowner = server.oid
     union all select 'it may create things in the schema ' || n.nspname from pg_namespace n, server
                where n.nspname in (current_schema(), $2) and has_schema_privilege(server.oid, n.oid, 'CREATE')`,
    [role, JOBS_SCHEMA],
  );
  return rows.map(({ reason }) => reason);
}

const sorted = (privileges: readonly string[]) => [...privileges].sort();
const isSame = (one: Granted, other: Granted) => JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));
const inOrder = (granted: Granted) => Object.entries(granted).sort(([one], [other]) => (one < other ? -1 : 1));

export const quoteIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`;

type Privilege = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';

const READ: readonly Privilege[] = ['SELECT'];
const APPEND: readonly Privilege[] = ['SELECT', 'INSERT'];
const CHANGE: readonly Privilege[] = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];

/**
 * What the server's role may do with each table, and nothing else: no TRUNCATE, REFERENCES or TRIGGER anywhere. The
 * ledger and the security log are written only by the functions below. A new table needs a line here.
 */
export const TABLE_PRIVILEGES = {
  account_links: CHANGE,
  ai_generations: CHANGE,
  ai_sessions: CHANGE,
  allowances: CHANGE,
  application_configuration: CHANGE,
  backup_runs: READ,
  change_feed: CHANGE,
  change_links: CHANGE,
  changes: APPEND,
  continuations: CHANGE,
  credit_accounts: READ,
  credit_alarms: ['SELECT', 'INSERT', 'UPDATE'],
  credit_entries: READ,
  credit_entry_facets: READ,
  credit_journals: READ,
  credit_ledger_rows: READ,
  credit_totals: READ,
  dtc_off_uses: APPEND,
  dtc_texts: READ,
  ecu_work: CHANGE,
  email_changes: CHANGE,
  event_slots: CHANGE,
  external_identities: CHANGE,
  file_check_faults: CHANGE,
  file_checks: CHANGE,
  file_fingerprints: CHANGE,
  file_history: CHANGE,
  file_identifications: CHANGE,
  file_proposals: APPEND,
  file_revisions: CHANGE,
  file_similarities: CHANGE,
  files: CHANGE,
  first_start: ['SELECT', 'UPDATE'],
  further_files: CHANGE,
  given_up_bytes: ['SELECT', 'INSERT', 'DELETE'],
  internal_notes: CHANGE,
  installation: ['SELECT', 'UPDATE'],
  login_failures: CHANGE,
  login_media: CHANGE,
  mailings: CHANGE,
  mails: CHANGE,
  measured_bytes: CHANGE,
  media_files: CHANGE,
  migrations: READ,
  notification_choices: CHANGE,
  notification_recipients: CHANGE,
  notifications: CHANGE,
  operator_notices: CHANGE,
  paid_solutions: ['SELECT', 'INSERT', 'UPDATE'],
  passkey_challenges: CHANGE,
  passkeys: CHANGE,
  payment_messages: CHANGE,
  process_leases: CHANGE,
  push_subscriptions: CHANGE,
  presences: CHANGE,
  pushes: CHANGE,
  sandbox_notices: CHANGE,
  sandbox_payments: CHANGE,
  rate_limits: CHANGE,
  recovery_codes: CHANGE,
  second_factors: CHANGE,
  recorded_bytes: READ,
  remembered_calls: CHANGE,
  removed_bytes: APPEND,
  report_settings: ['SELECT', 'UPDATE'],
  saved_replies: CHANGE,
  secrets: ['SELECT', 'INSERT', 'UPDATE'],
  security_events: READ,
  sessions: CHANGE,
  sign_in_places: CHANGE,
  staff_roles: CHANGE,
  solution_images: CHANGE,
  solutions: CHANGE,
  tag_links: CHANGE,
  tags: CHANGE,
  taken_registrations: CHANGE,
  ticket_messages: CHANGE,
  tickets: CHANGE,
  upload_slots: CHANGE,
  used_google_nonces: CHANGE,
  user_stored_bytes: CHANGE,
  users: CHANGE,
  webhook_deliveries: CHANGE,
  webhooks: CHANGE,
} as const satisfies Record<keyof Schema | 'migrations', readonly Privilege[]>;

/** Functions that run with the owner's rights and that the server's role may call. */
export const OWNER_FUNCTIONS = [
  'credit_hold',
  'credit_post',
  'credit_sign',
  'security_forget',
  'security_record',
] as const;

/** The tables of pg-boss. */
const JOB_PRIVILEGES = CHANGE;
