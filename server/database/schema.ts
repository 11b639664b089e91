import type { ColumnType, Generated } from 'kysely';
import type {
  FileHistoryTable,
  FileRevisionsTable,
  FilesTable,
  FurtherFilesTable,
  SavedRepliesTable,
  TicketMessagesTable,
  TicketsTable,
} from './schema-files.ts';
import type {
  MailingsTable,
  MailsTable,
  NotificationChoicesTable,
  NotificationRecipientsTable,
  NotificationsTable,
  PushesTable,
  PushSubscriptionsTable,
} from './schema-messaging.ts';
import type { PaymentMessagesTable, SandboxNoticesTable, SandboxPaymentsTable } from './schema-payments.ts';
import type { ChangeFeedTable } from './schema-change-feed.ts';
import type { DiskUseTables } from './schema-disk-use.ts';
import type { ChangesTable } from './schema-audit.ts';
import type { ReportTables } from './schema-reports.ts';
import type { InternalNotesTable, TagLinksTable, TagsTable } from './schema-notes.ts';
import type { SecurityEventsTable } from './schema-security.ts';
import type { LoginMediaTable, MediaFilesTable, SolutionImagesTable } from './schema-media.ts';
import type {
  AccountLinksTable,
  EmailChangesTable,
  ExternalIdentitiesTable,
  LoginFailuresTable,
  SessionsTable,
  SignInPlacesTable,
  TakenRegistrationsTable,
  UsedGoogleNoncesTable,
} from './schema-sign-in.ts';
import type { Computed, Time, TimeOrNull } from './schema-columns.ts';
import type { LimitsTables } from './schema-limits.ts';
import type { FileIdentificationsTable } from './schema-identification.ts';
import type { FileFingerprintsTable, FileSimilaritiesTable } from './schema-similar-files.ts';
import type {
  ApplicationConfigurationTable,
  BackupRunsTable,
  FirstStartTable,
  InstallationTable,
  SecretsTable,
} from './schema-installation.ts';
import type {
  FileCheckFaultsTable,
  FileChecksTable,
  OperatorNoticesTable,
  RemovedBytesTable,
} from './schema-operator.ts';
import type { AiGenerationsTable, AiSessionsTable, DtcTextsTable, FileProposalsTable } from './schema-dtc-off.ts';
import { type Role } from '../../contract/capabilities.ts';

/**
 * The tables as Kysely sees them, named as in `migrations/`. Times are returned as ISO 8601 text, as in the contract,
 * and 64-bit integers as JavaScript numbers (ids and cents stay far below 2^53).
 */
export interface Schema extends LimitsTables, DiskUseTables, ReportTables {
  users: UsersTable;
  sessions: SessionsTable;
  login_failures: LoginFailuresTable;
  sign_in_places: SignInPlacesTable;
  taken_registrations: TakenRegistrationsTable;
  used_google_nonces: UsedGoogleNoncesTable;
  security_events: SecurityEventsTable;
  mails: MailsTable;
  mailings: MailingsTable;
  account_links: AccountLinksTable;
  email_changes: EmailChangesTable;
  external_identities: ExternalIdentitiesTable;
  solutions: SolutionsTable;
  application_configuration: ApplicationConfigurationTable;
  login_media: LoginMediaTable;
  solution_images: SolutionImagesTable;
  media_files: MediaFilesTable;
  notifications: NotificationsTable;
  notification_recipients: NotificationRecipientsTable;
  notification_choices: NotificationChoicesTable;
  push_subscriptions: PushSubscriptionsTable;
  pushes: PushesTable;
  files: FilesTable;
  file_history: FileHistoryTable;
  file_revisions: FileRevisionsTable;
  file_identifications: FileIdentificationsTable;
  file_fingerprints: FileFingerprintsTable;
  file_similarities: FileSimilaritiesTable;
  further_files: FurtherFilesTable;
  tickets: TicketsTable;
  ticket_messages: TicketMessagesTable;
  saved_replies: SavedRepliesTable;
  internal_notes: InternalNotesTable;
  tags: TagsTable;
  tag_links: TagLinksTable;
  credit_accounts: CreditAccountsTable;
  credit_journals: CreditJournalsTable;
  credit_entries: CreditEntriesTable;
  credit_entry_facets: CreditEntryFacetsTable;
  credit_totals: CreditTotalsTable;
  credit_alarms: CreditAlarmsTable;
  credit_ledger_rows: CreditLedgerRowsView;
  ai_sessions: AiSessionsTable;
  ai_generations: AiGenerationsTable;
  file_proposals: FileProposalsTable;
  dtc_texts: DtcTextsTable;
  backup_runs: BackupRunsTable;
  first_start: FirstStartTable;
  changes: ChangesTable;
  change_feed: ChangeFeedTable;
  secrets: SecretsTable;
  payment_messages: PaymentMessagesTable;
  sandbox_payments: SandboxPaymentsTable;
  sandbox_notices: SandboxNoticesTable;
  operator_notices: OperatorNoticesTable;
  installation: InstallationTable;
  removed_bytes: RemovedBytesTable;
  file_checks: FileChecksTable;
  file_check_faults: FileCheckFaultsTable;
}

type LedgerSource = 'Upload' | 'Refund' | 'Payment' | 'Admin' | 'DTC OFF';
type Unit = 'MAIN' | 'AI';

export interface UsersTable {
  id: Generated<number>;
  username: string;
  full_name: string;
  email: string;
  password_hash: string | null;
  /** The portal made it: its owner must choose another one at its first use. */
  password_is_generated: Generated<boolean>;
  phone: string;
  country: string;
  /** Applies to DTC_BLOCKED in addition to `country` while a change is waiting; null: none is waiting. */
  previous_country: ColumnType<string | null, string | null | undefined>;
  country_changed_at: TimeOrNull;
  first_steps_dismissed_at: TimeOrNull;
  /** Null: the portal's default. */
  language: ColumnType<string | null, string | null | undefined>;
  role: ColumnType<Role, Role | undefined>;
  status: ColumnType<'ACTIVE' | 'DEACTIVE', 'ACTIVE' | 'DEACTIVE' | undefined>;
  verified: ColumnType<boolean, boolean | undefined>;
  created_at: Time;
  deleted_at: TimeOrNull;
  /** Null: not erased. */
  erased_at: TimeOrNull;
}

export interface CreditTotalsTable {
  account_id: number;
  source: LedgerSource;
  entries: number;
  amount_cents: number;
}

export interface SolutionsTable {
  id: Generated<number>;
  name: string;
  code: string;
  credits: number;
  type: 'TUNING' | 'OPTION';
  order_no: number;
  image_url: string | null;
  image_id: ColumnType<number | null, number | null | undefined>;
  created_at: Time;
  deleted_at: TimeOrNull;
  /** The image it shows again when it is restored. */
  image_before_delete: ColumnType<number | null, number | null | undefined>;
}

export interface CreditAccountsTable {
  id: Generated<number>;
  user_id: number | null;
  unit: Unit;
  balance_cents: Computed<number>;
  version: Computed<number>;
  seal: Computed<Buffer>;
  mac: Computed<Buffer | null>;
  mac_key: Computed<string | null>;
}

export interface CreditJournalsTable {
  id: Generated<number>;
  key: string;
  source: LedgerSource;
  may_overdraw: ColumnType<boolean, boolean | undefined>;
  file_id: number | null;
  payment_reference: string | null;
  user_id: number | null;
  request_id: string | null;
  note: ColumnType<string | null, string | null | undefined>;
  is_test: ColumnType<boolean, boolean | undefined>;
  created_at: Time;
}

export interface CreditEntriesTable {
  id: Generated<number>;
  journal_id: number;
  account_id: number;
  amount_cents: number;
  balance_after_cents: Computed<number | null>;
  sequence: Computed<number | null>;
  seal: Computed<Buffer | null>;
}

/** Fields by which lists find an entry of a customer. */
export interface CreditEntryFacetsTable {
  entry_id: Computed<number>;
  account_id: Computed<number>;
  source: Computed<LedgerSource>;
  created_at: Computed<string>;
  country: Computed<string | null>;
  /** What it counts as in reports; null: in none. */
  revenue_kind: Computed<string | null>;
  amount_cents: Computed<number | null>;
}

export interface CreditAlarmsTable {
  id: Generated<number>;
  finding: string;
  raised_at: Time;
  cleared_at: TimeOrNull;
}

export interface CreditLedgerRowsView {
  id: number;
  user_id: number;
  username: string;
  unit: Unit;
  source: LedgerSource;
  amount_cents: number;
  balance_after_cents: number;
  sequence: number;
  file_id: string | null;
  created_at: string;
  note: string | null;
  is_test: boolean;
  /** Null: the account is deleted. */
  open_user_id: number | null;
  /** Null: there is no file, or it is deleted. */
  open_file_id: number | null;
  payment_reference: string | null;
}
