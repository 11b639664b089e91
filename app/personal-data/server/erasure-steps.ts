import { sql, type RawBuilder } from 'kysely';

export interface Erased {
  id: number;
  email: string;
}

export interface ErasureStep {
  tables: readonly string[];
  run: (who: Erased) => RawBuilder<unknown>;
}

const deleteOf = (table: string): ErasureStep => ({
  tables: [table],
  run: ({ id }) => sql`delete from ${sql.table(table)} where user_id = ${id}`,
});

/** Replaces a text whose row stays. */
const BLANK = '(erased)';

const filesOf = (id: number) => sql`(select id from files where user_id = ${id})`;
const ticketsOf = (id: number) => sql`(select id from tickets where user_id = ${id})`;

/**
 * What becomes of a person's rows, in this order. Rows on which the ledger, the counts and the work of others depend
 * stay, without names and texts; bytes are given up separately (server/stored-files/removed-bytes.ts). A new table with
 * a reference to users must be listed here, among what is exported, or with a reason in personal-tables.ts: a test
 * walks the tables.
 */
export const ERASURE_STEPS: readonly ErasureStep[] = [
  deleteOf('account_links'),
  deleteOf('external_identities'),
  deleteOf('sign_in_places'),
  deleteOf('presences'),
  deleteOf('notification_choices'),
  {
    tables: ['login_failures'],
    run: ({ email }) => sql`delete from login_failures where account = lower(${email})`,
  },
  {
    tables: ['push_subscriptions', 'pushes'],
    run: ({ id }) => sql`
      with mine as (delete from push_subscriptions where user_id = ${id} returning id)
      delete from pushes where subscription_id in (select id from mine)`,
  },
  {
    tables: ['notification_recipients', 'notifications'],
    run: ({ id }) => sql`
      with mine as (delete from notification_recipients where user_id = ${id} returning notification_id)
      delete from notifications n using mine where n.id = mine.notification_id
         and not exists (select from notification_recipients r where r.notification_id = n.id and r.user_id <> ${id})`,
  },
  {
    tables: ['mails'],
    run: ({ id, email }) => sql`
      delete from mails where lower(recipient) = any (array(
        select lower(new_email) from email_changes where user_id = ${id} union select lower(${email})))`,
  },
  deleteOf('email_changes'),
  {
    // Notes of staff about them, their files and their tickets.
    tables: ['internal_notes'],
    run: ({ id }) => sql`
      delete from internal_notes where user_id = ${id} or file_id in ${filesOf(id)} or ticket_id in ${ticketsOf(id)}`,
  },
  deleteOf('tag_links'),
  {
    tables: ['ticket_messages'],
    run: ({ id }) => sql`
      update ticket_messages set message = ${BLANK}, file_name = case when file_name is not null then ${BLANK} end
       where ticket_id in ${ticketsOf(id)}`,
  },
  { tables: ['tickets'], run: ({ id }) => sql`update tickets set subject = ${BLANK} where user_id = ${id}` },
  {
    tables: ['file_revisions'],
    run: ({ id }) => sql`
      update file_revisions set reason = ${BLANK}, note = case when note is not null then ${BLANK} end
       where file_id in ${filesOf(id)}`,
  },
  {
    tables: ['further_files'],
    run: ({ id }) => sql`
      update further_files set file_name = ${BLANK}, idempotency_key = null where file_id in ${filesOf(id)}`,
  },
  {
    // What was read from the bytes, such as the vehicle's number.
    tables: ['file_identifications'],
    run: ({ id }) => sql`delete from file_identifications where file_id in ${filesOf(id)}`,
  },
  {
    tables: ['file_history'],
    run: ({ id }) => sql`
      update file_history set file_name = ${BLANK}, findings = null where file_id in ${filesOf(id)}`,
  },
  {
    tables: ['files'],
    run: ({ id }) => sql`
      update files set file_name = ${BLANK}, mod_file_name = case when mod_file_name is not null then ${BLANK} end,
                       notes = null, description = null, idempotency_key = null, bytes_removed_at = coalesce(bytes_removed_at, now())
       where user_id = ${id}`,
  },
  {
    tables: ['ai_generations'],
    run: ({ id }) => sql`update ai_generations set file_name = ${BLANK} where user_id = ${id}`,
  },
  {
    tables: ['ai_sessions'],
    run: ({ id }) =>
      sql`update ai_sessions set file_name = ${BLANK}, expires_at = least(expires_at, now()) where user_id = ${id}`,
  },
  {
    // The provider's message contains the payer's name and address; the settlement stays.
    tables: ['payment_messages'],
    run: ({ id }) => sql`
      update payment_messages set body = ''::bytea, headers = '{}'
       where user_id = ${id} and settled_at is not null`,
  },
];
