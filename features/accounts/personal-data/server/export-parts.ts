import { sql, type RawBuilder } from 'kysely';
import { IS_ABOUT_ACCOUNT } from '../../../../server/mail/outbox.ts';
import type { Erased } from './erasure-steps.ts';

/** One list of the export: rows with an ascending `id` each, which are read page by page. */
export interface ExportPart {
  /** Name of the file in the archive. */
  name: string;
  tables: readonly string[];
  rows: (who: Erased) => RawBuilder<unknown>;
}

export const EXPORT_PARTS: readonly ExportPart[] = [
  {
    name: 'profile',
    tables: ['users'],
    rows: ({ id }) => sql`
      select id, username, full_name, email, phone, country, previous_country, language, role, status, verified, created_at,
             deleted_at, password_hash is not null as has_password
        from users where id = ${id}`,
  },
  {
    name: 'devices',
    tables: [
      'sessions',
      'sign_in_places',
      'push_subscriptions',
      'external_identities',
      'passkeys',
      'second_factors',
      'recovery_codes',
    ],
    rows: ({ id }) => sql`
      select row_number() over (order by at, kind, what) as id, kind, what, at, until from (
        select 'session' as kind, coalesce(browser || ', ' || address, '') as what, created_at as at, expires_at as until from sessions where user_id = ${id}
        union all select 'place of a login', place, last_used_at, null from sign_in_places where user_id = ${id}
        union all select 'push subscription', endpoint, created_at, null from push_subscriptions where user_id = ${id}
        union all select 'second factor', 'authenticator app', created_at, null from second_factors where user_id = ${id}
        union all select 'passkey', name, created_at, last_used_at from passkeys where user_id = ${id}
        union all select 'recovery code', case when used_at is null then 'unused' else 'used' end, created_at, used_at from recovery_codes where user_id = ${id}
        union all select 'sign-in with ' || issuer, subject, created_at, null from external_identities where user_id = ${id}
      ) of_user`,
  },
  {
    name: 'links-and-addresses',
    tables: ['account_links', 'email_changes'],
    rows: ({ id }) => sql`
      select row_number() over (order by at, kind) as id, kind, what, at, used_at from (
        select 'link: ' || purpose as kind, '' as what, created_at as at, used_at from account_links where user_id = ${id}
        union all select 'changed e-mail address', new_email, created_at, used_at from email_changes where user_id = ${id}
      ) of_user`,
  },
  {
    name: 'files',
    tables: ['files'],
    rows: ({ id }) => sql`
      select to_jsonb(f) - array['file_key', 'mod_file_key', 'offer_set_by', 'assignee_id'] as file, f.id
        from files f where f.user_id = ${id}`,
  },
  {
    name: 'file-versions',
    tables: ['file_history', 'further_files'],
    rows: ({ id }) => sql`
      select row_number() over (order by file_id, at, name) as id, file_id + 100000 as file, kind, name, size_bytes, sha256, at
        from (
          select h.file_id, h.kind, h.file_name as name, h.size_bytes, h.sha256, h.created_at as at
            from file_history h join files f on f.id = h.file_id where f.user_id = ${id}
          union all select m.file_id, m.kind, m.file_name, m.size_bytes, m.sha256, m.created_at
            from further_files m join files f on f.id = m.file_id where f.user_id = ${id}
        ) of_user`,
  },
  {
    name: 'what-was-read-in-files',
    tables: ['file_identifications'],
    rows: ({ id }) => sql`
      select i.file_id as id, i.file_id + 100000 as file, i.result, i.finished_at
        from file_identifications i join files f on f.id = i.file_id where f.user_id = ${id}`,
  },
  {
    name: 'requested-changes',
    tables: ['file_revisions'],
    rows: ({ id }) => sql`
      select r.id, r.file_id + 100000 as file, r.reason, r.requested_at, r.outcome, r.ended_at, r.note
        from file_revisions r join files f on f.id = r.file_id where f.user_id = ${id}`,
  },
  {
    name: 'links-to-changes',
    tables: ['change_links'],
    rows: ({ id }) => sql`
      select l.file_id as id, l.file_id + 100000 as file, l.picture, l.created_at
        from change_links l join files f on f.id = l.file_id where f.user_id = ${id}`,
  },
  {
    name: 'tickets',
    tables: ['tickets'],
    rows: ({ id }) => sql`
      select id, ticket_id as ticket, file_id + 100000 as file, subject, status, opening_date, closing_date
        from tickets where user_id = ${id}`,
  },
  {
    name: 'notes-of-staff',
    tables: ['internal_notes', 'tag_links'],
    rows: ({ id }) => sql`
      select row_number() over (order by at, text) as id, kind, text, at from (
        select 'note' as kind, n.note as text, n.created_at as at from internal_notes n
         where n.user_id = ${id} or n.file_id in (select id from files where user_id = ${id})
            or n.ticket_id in (select id from tickets where user_id = ${id})
        union all select 'tag', t.name, t.created_at from tag_links l join tags t on t.id = l.tag_id where l.user_id = ${id}
      ) of_user`,
  },
  {
    name: 'messages',
    tables: ['ticket_messages'],
    rows: ({ id }) => sql`
      select m.id, t.ticket_id as ticket, case when m.user_id = t.user_id then 'customer' else 'support' end as author, m.message,
             m.file_name as attachment, m.created_at
        from ticket_messages m join tickets t on t.id = m.ticket_id where t.user_id = ${id} or m.user_id = ${id} or m.person_id = ${id}`,
  },
  {
    name: 'ledger',
    tables: ['credit_accounts', 'credit_journals'],
    rows: ({ id }) => sql`
      select id, unit, sequence, source, amount_cents / 100.0 as amount, balance_after_cents / 100.0 as balance_after, file_id as file,
             payment_reference, note, is_test, created_at
        from credit_ledger_rows where user_id = ${id}`,
  },
  {
    name: 'payments',
    tables: ['payment_messages'],
    rows: ({ id }) => sql`
      select id, provider, event, payment_status, amount_cents / 100.0 as amount, currency, transaction_id, received_at,
             convert_from(body, 'UTF8') as message
        from payment_messages where user_id = ${id}`,
  },
  {
    name: 'dtc-off',
    tables: ['ai_sessions', 'ai_generations'],
    rows: ({ id }) => sql`
      select row_number() over (order by at, kind) as id, kind, name, sha256, codes, declared_use, country, at from (
        select 'session' as kind, file_name as name, file_sha256 as sha256, null::text[] as codes, declared_use, '' as country,
               created_at as at
          from ai_sessions where user_id = ${id}
        union all select 'generated file', file_name, file_sha256, codes, declared_use, country, created_at
          from ai_generations where user_id = ${id}
      ) of_user`,
  },
  {
    name: 'notifications',
    tables: ['notification_recipients'],
    rows: ({ id }) => sql`
      select n.id, n.message, n.url, n.created_at, r.read_at
        from notification_recipients r join notifications n on n.id = r.notification_id where r.user_id = ${id}`,
  },
  {
    name: 'mails',
    tables: ['mails'],
    rows: ({ email }) => sql`
      select id, recipient, subject, case when not ${IS_ABOUT_ACCOUNT} then text_body end as text_body, created_at, sent_at
        from mails where lower(recipient) = lower(${email})`,
  },
  {
    name: 'security-log',
    tables: ['security_events'],
    rows: ({ id }) => sql`
      select id, event, reason, address, network, call, detail, times, first_at, last_at
        from security_events where account_id = ${id} or actor_id = ${id}`,
  },
  {
    name: 'changes',
    tables: ['changes'],
    rows: ({ id }) => sql`
      select id, kind, subject, subject_name, field, old_value, new_value, created_at
        from changes where (subject = 'USER' and subject_id = ${id}) or user_id = ${id}`,
  },
];
