import { sql, type RawBuilder } from 'kysely';
import { nameCodes } from '../../server/password-attempts.ts';
import { listFileFields } from '../../../files/file-fields.ts';
import { DTC_PREFIX } from '../../../files/files.rules.ts';

export interface Erased {
  id: number;
  email: string;
}

export interface ErasureStep {
  tables: readonly string[];
  run: (who: Erased) => RawBuilder<unknown>;
}

const deleteRows = (table: string): ErasureStep => ({
  tables: [table],
  run: ({ id }) => sql`delete from ${sql.table(table)} where user_id = ${id}`,
});

/** Replaces a text whose row stays. */
const BLANK = '(erased)';

const selectFileIds = (id: number) => sql`(select id from files where user_id = ${id})`;
/** What the person typed about the vehicle; a choice is a word of the form. */
const blankFields = () =>
  sql.join(
    listFileFields(({ control }) => control !== 'choice').map(
      (name) => sql`${sql.ref(name)} = case when ${sql.ref(name)} is not null then ${BLANK} end`,
    ),
  );

/** What the person typed about trouble codes, behind the chosen names; the codes themselves are ordered work and stay. */
const ORDERED_TEXT = sql.lit(`(^|,)${DTC_PREFIX}.*$`);

const selectTicketIds = (id: number) => sql`(select id from tickets where user_id = ${id})`;

/**
 * What becomes of a person's rows, in this order. Rows on which the ledger, the counts and the work of others depend
 * stay, without names and texts; bytes are given up separately (server/stored-files/removed-bytes.ts). A new table with
 * a reference to users must be listed here, among what is exported, or with a reason in testing/personal-tables.ts: a
 * test walks the tables.
 */
export const ERASURE_STEPS: readonly ErasureStep[] = [
  deleteRows('account_links'),
  deleteRows('external_identities'),
  deleteRows('sign_in_places'),
  deleteRows('passkeys'),
  deleteRows('recovery_codes'),
  deleteRows('second_factors'),
  deleteRows('presences'),
  deleteRows('notification_choices'),
  {
    // Replies to staff may name anybody, and those to a customer their colleagues.
    tables: ['remembered_calls'],
    run: ({ id }) => sql`
      delete from remembered_calls where user_id = ${id} or user_id = (select company_id from users where id = ${id})
          or user_id in (select id from users where role = 'ADMIN')`,
  },
  {
    tables: ['login_failures'],
    run: ({ email }) =>
      sql`delete from login_failures where account in (lower(${email}), ${nameCodes(email.toLowerCase())})`,
  },
  {
    tables: ['push_subscriptions', 'pushes'],
    run: ({ id }) => sql`
      with mine as (delete from push_subscriptions where user_id = ${id} returning id)
      delete from pushes where subscription_id in (select id from mine)
          or substring(url from '^/admin/view-file/([0-9]+)')::bigint in ${selectFileIds(id)}`,
  },
  {
    // Theirs, and those by which staff learned about their files.
    tables: ['notification_recipients', 'notifications'],
    run: ({ id }) => sql`
      with about as (select id from notifications where file_id in ${selectFileIds(id)}),
           gone as (
             delete from notification_recipients where user_id = ${id} or notification_id in (select id from about)
             returning notification_id)
      delete from notifications n where n.id in (select id from about)
          or (n.id in (select notification_id from gone) and not exists (
                select from notification_recipients r where r.notification_id = n.id and r.user_id <> ${id}))`,
  },
  deleteRows('email_changes'),
  {
    // Notes of staff about them, their files and their tickets.
    tables: ['internal_notes'],
    run: ({ id }) => sql`
      delete from internal_notes where user_id = ${id} or file_id in ${selectFileIds(id)} or ticket_id in ${selectTicketIds(id)}`,
  },
  {
    // A tag may be the name of a person: one without any other use goes as well.
    tables: ['tag_links', 'tags'],
    run: ({ id }) => sql`
      with gone as (
        delete from tag_links where user_id = ${id} or file_id in ${selectFileIds(id)} or ticket_id in ${selectTicketIds(id)}
        returning id, tag_id)
      delete from tags t where id in (select tag_id from gone)
         and not exists (select from tag_links l where l.tag_id = t.id and l.id not in (select id from gone))`,
  },
  {
    tables: ['ticket_messages'],
    run: ({ id }) => sql`
      update ticket_messages set message = ${BLANK}, file_name = case when file_name is not null then ${BLANK} end
       where ticket_id in ${selectTicketIds(id)}`,
  },
  { tables: ['tickets'], run: ({ id }) => sql`update tickets set subject = ${BLANK} where user_id = ${id}` },
  {
    tables: ['file_revisions'],
    run: ({ id }) => sql`
      update file_revisions set reason = ${BLANK}, note = case when note is not null then ${BLANK} end
       where file_id in ${selectFileIds(id)}`,
  },
  { tables: ['change_links'], run: ({ id }) => sql`delete from change_links where file_id in ${selectFileIds(id)}` },
  {
    tables: ['further_files'],
    run: ({ id }) => sql`
      update further_files set file_name = ${BLANK}, idempotency_key = null where file_id in ${selectFileIds(id)}`,
  },
  {
    // What was read from the bytes, such as the vehicle's number.
    tables: ['file_identifications'],
    run: ({ id }) => sql`delete from file_identifications where file_id in ${selectFileIds(id)}`,
  },
  {
    tables: ['file_fingerprints', 'file_similarities'],
    run: ({ id }) => sql`
      with alike as (delete from file_similarities where file_id in ${selectFileIds(id)} or other_id in ${selectFileIds(id)})
      delete from file_fingerprints where file_id in ${selectFileIds(id)}`,
  },
  {
    tables: ['file_history'],
    run: ({ id }) => sql`
      update file_history set file_name = ${BLANK}, findings = null, findings_confirmed_by = null
       where file_id in ${selectFileIds(id)}`,
  },
  {
    tables: ['files'],
    run: ({ id }) => sql`
      update files set file_name = ${BLANK}, mod_file_name = case when mod_file_name is not null then ${BLANK} end,
                       ${blankFields()}, solution = regexp_replace(solution, ${ORDERED_TEXT}, ''), notes = null, external_reference = null, idempotency_key = null,
                       bytes_removed_at = coalesce(bytes_removed_at, now())
       where user_id = ${id}`,
  },
  {
    tables: ['ai_generations'],
    run: ({ id }) => sql`update ai_generations set file_name = ${BLANK} where user_id = ${id}`,
  },
  {
    tables: ['ai_sessions'],
    run: ({ id }) =>
      sql`
        update ai_sessions set file_name = ${BLANK}, expires_at = least(expires_at, now()), chosen = null,
                               analysis = analysis || '{"facts": {}}'
         where user_id = ${id}`,
  },
  {
    // The provider's message contains the payer's name and address; the settlement stays.
    tables: ['payment_messages'],
    run: ({ id }) => sql`
      update payment_messages set body = ''::bytea, headers = '{}', last_error = null,
                                  review_note = case when review_note is not null then ${BLANK} end
       where user_id = ${id} and settled_at is not null`,
  },
];
