import { sql, type Kysely, type Transaction } from 'kysely';
import type { Schema } from '../../../server/database/schema.ts';

const TIMES: Record<string, string[]> = {
  users: ['created_at'],
  files: ['created_at', 'updated_at', 'checked_at', 'paid_at', 'delivered_at', 'status_since', 'ready_mailed_at'],
  file_history: ['created_at'],
  tickets: ['opening_date', 'closing_date', 'awaits_reply_since'],
  ticket_messages: ['created_at'],
  credit_journals: ['created_at'],
  credit_entry_facets: ['created_at'],
  notifications: ['created_at'],
  payment_messages: ['received_at', 'last_received_at', 'settled_at'],
  mails: ['created_at'],
  changes: ['created_at'],
  dtc_off_uses: ['used_at'],
  paid_solutions: ['paid_at', 'refunded_at'],
};

/** Seals accounts with the ledger's key. */
type SignAccounts = (tx: Transaction<Schema>, ids: readonly number[]) => Promise<void>;

/** Moves everything that was dated just now to the time of the story. */
export async function backdateLedger(
  db: Kysely<Schema>,
  { begunAt, at }: { begunAt: Date; at: Date },
  signAccounts: SignAccounts,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // Only the date is changed, before anyone has seen it.
    await sql`alter table credit_journals disable trigger credit_journals_append_only`.execute(tx);
    await sql`alter table credit_entry_facets disable trigger credit_entry_facets_append_only`.execute(tx);
    await sql`alter table changes disable trigger changes_append_only`.execute(tx);
    for (const [table, columns] of Object.entries(TIMES)) {
      const changes = columns.map(
        (column) =>
          sql`${sql.ref(column)} = case when ${sql.ref(column)} >= ${begunAt} then ${at} else ${sql.ref(column)} end`,
      );
      const recent = columns.map((column) => sql`${sql.ref(column)} >= ${begunAt}`);
      await sql`update ${sql.table(table)} set ${sql.join(changes)} where ${sql.join(recent, sql` or `)}`.execute(tx);
    }
    await sql`alter table credit_journals enable trigger credit_journals_append_only`.execute(tx);
    await sql`alter table credit_entry_facets enable trigger credit_entry_facets_append_only`.execute(tx);
    await sql`alter table changes enable trigger changes_append_only`.execute(tx);
    await reseal(tx, at, signAccounts);
  });
}

/** The seal covers the date as well. */
async function reseal(tx: Transaction<Schema>, at: Date, signAccounts: SignAccounts): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select distinct a.id from credit_journals j join credit_entries e on e.journal_id = j.id
      join credit_accounts a on a.id = e.account_id and a.user_id is not null
     where j.created_at = ${at}`.execute(tx);
  if (rows.length === 0) return;
  for (const table of ['credit_entries', 'credit_accounts']) {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(tx);
  }
  for (const { id } of rows) await sql`select credit_seal_account(${id})`.execute(tx);
  for (const table of ['credit_entries', 'credit_accounts']) {
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(tx);
  }
  await signAccounts(
    tx,
    rows.map(({ id }) => id),
  );
}

/** Measures again how long files took, now that their moments are those of the story. */
export const measurePastReadiness = (db: Kysely<Schema>) =>
  sql`
    update files f set ready_minutes = m.minutes, ready_on_time = m.minutes <= s.target_minutes
      from files p cross join report_settings s cross join lateral open_minutes(p.created_at, p.ready_mailed_at) m
     where p.id = f.id and p.ready_mailed_at is not null`.execute(db);
