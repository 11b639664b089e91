import type { Schema } from './schema.ts';

export type Privilege = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';

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
  changes: APPEND,
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
  payment_messages: CHANGE,
  process_leases: CHANGE,
  push_subscriptions: CHANGE,
  presences: CHANGE,
  pushes: CHANGE,
  sandbox_notices: CHANGE,
  sandbox_payments: CHANGE,
  rate_limits: CHANGE,
  recorded_bytes: READ,
  removed_bytes: APPEND,
  report_settings: ['SELECT', 'UPDATE'],
  saved_replies: CHANGE,
  secrets: ['SELECT', 'INSERT', 'UPDATE'],
  security_events: READ,
  sessions: CHANGE,
  sign_in_places: CHANGE,
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
export const JOB_PRIVILEGES = CHANGE;
