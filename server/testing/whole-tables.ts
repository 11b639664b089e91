interface Allowed {
  tables: readonly string[];
  statement: RegExp;
  reason: string;
}

/** Statements that may read every row of a large table, and why that is right. */
const ALLOWED: readonly Allowed[] = [
  {
    tables: ['files', 'tickets', 'users'],
    statement: /^select array\[\(select count\(\*\)::integer from/,
    reason:
      'Rows of one state are counted up to 10000, or all of them on request; where most rows are in it, any will do.',
  },
  {
    tables: ['files', 'payment_messages', 'users'],
    statement: /from first_start f cross join application_configuration a/,
    reason: 'Whether there is one at all: each part ends at the first, and a portal past its first start asks no more.',
  },
  {
    tables: ['users'],
    statement: /^select \/\* planned each time \*\/ "users"\."id", "username".* ilike /,
    reason:
      'Of the two thousand users of this database all may be read sooner than four indexes; of more they are not.',
  },
  {
    tables: ['files', 'tickets', 'users'],
    statement: /^\s*select string_agg\(row_to_json\(line\)/,
    reason:
      'A stretch of a whole list, from one id to another between which a page of rows was found; in a test it is the only one.',
  },
  {
    tables: ['file_fingerprints'],
    statement: /bit_count\(p\.print # /,
    reason:
      'Fingerprints are 64 bytes each and are compared with all others, beside the calls and once for each upload.',
  },
  {
    tables: ['internal_notes', 'notification_recipients', 'notifications'],
    statement:
      /^\s*(select \* from \(\s*select row_number|delete from internal_notes|with mine as \(delete from notification_rec)/,
    reason: 'A user is exported or erased a few times in a year, and nothing waits for it.',
  },
  {
    tables: ['file_similarities', 'notification_recipients', 'notifications', 'pushes', 'tag_links'],
    statement:
      /^\s*with (mine as \(delete from push_sub|about as \(select id from notif|gone as \(\s*delete from tag_l|alike as \(delete from file_sim)/,
    reason: 'What the erasure of a user leaves to others: a few times in a year, and nothing waits for it.',
  },
  {
    tables: ['remembered_calls', 'users'],
    statement: /^\s*delete from remembered_calls where user_id = \$1 or/,
    reason: 'A user is erased a few times in a year, and nothing waits for it.',
  },
  {
    tables: ['sessions'],
    statement: /^\s*update sessions s set\s+lasts_until = coalesce/,
    reason: 'A shop decides once how long a session may stay unused, and that is for all of them.',
  },
  {
    tables: ['user_stored_bytes', 'users'],
    statement: /from user_stored_bytes s join users u/,
    reason: 'The fifty users with the most bytes are all that is stored.',
  },
  {
    tables: ['tickets'],
    statement: /^\s*update tickets set assignee_id = null/,
    reason: 'A member of staff is deleted or becomes a customer a few times in a year.',
  },
  {
    tables: ['users'],
    statement: /^select "email"(, "status", "verified")? from "users" where "deleted_at" is null .*order by "email"/,
    reason: 'A mailing goes to everybody.',
  },
  {
    tables: ['files', 'tickets', 'users'],
    statement: /count\(distinct "files"."user_id"\) as "owners"/,
    reason: 'All that match a filter may be the whole list, and it is counted before it is changed.',
  },
  {
    tables: ['payment_messages'],
    statement: /count\(\*\) as "total" from "payment_messages"/,
    reason: 'Four counts above the list of payments, for administrators: none of them polls it.',
  },
  {
    tables: ['ai_generations', 'ai_sessions'],
    statement: /ai_generations\.file_sha256 like/,
    reason:
      'A search of the records of DTC OFF in nine columns of three tables at once; without a text it reads a page.',
  },
  {
    tables: ['ai_sessions', 'credit_accounts', 'credit_entries', 'credit_journals', 'files'],
    statement: / as finding\n[^]*"id" > \$\d+ and "\w+"\."id" <= \$\d+/,
    reason: 'The check of the ledger reads a slice of it, from one number to another; here a slice is all there is.',
  },
  {
    tables: [
      'account_links',
      'allowances',
      'continuations',
      'email_changes',
      'login_failures',
      'passkey_challenges',
      'payment_messages',
      'process_leases',
      'pushes',
      'rate_limits',
      'remembered_calls',
      'sessions',
      'sign_in_places',
      'taken_registrations',
      'upload_slots',
      'used_google_nonces',
    ],
    statement:
      /^delete from "\w+" where ("verification" = \$1 and )?"?(expires|failed|last_used|tried|created|last_received|ends)_at"? </,
    reason: 'What is over is removed once an hour, and nothing waits for it.',
  },
  {
    tables: [
      'ai_sessions',
      'credit_accounts',
      'credit_entries',
      'credit_entry_facets',
      'credit_journals',
      'credit_totals',
      'file_history',
      'files',
      'further_files',
      'removed_bytes',
      'ticket_messages',
      'tickets',
      'users',
    ],
    statement: /\) both_sides\s+group by|with both_sides as materialized/,
    reason: 'Once a day every count is compared with its rows.',
  },
  {
    tables: [
      'ai_sessions',
      'file_history',
      'files',
      'further_files',
      'media_files',
      'removed_bytes',
      'ticket_messages',
      'tickets',
      'user_stored_bytes',
    ],
    statement: /with recorded as materialized|^delete from user_stored_bytes$/,
    reason: 'Once a day the stored bytes are added up from all records that name some.',
  },
];

export const isAllowedScan = (text: string, table: string): boolean =>
  ALLOWED.some(({ tables, statement }) => tables.includes(table) && statement.test(text));
