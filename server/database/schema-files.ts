import type { ColumnType, Generated } from 'kysely';
import type { Computed, Time, TimeOrNull } from './schema-columns.ts';

type FileStatus =
  | 'PENDING'
  | 'IN_PROGRESS'
  | 'PROCESSED'
  | 'COMPLETED'
  | 'CANCELED'
  | 'REFUNDED'
  | 'NOT_SUPPORTED_SOLUTION';
type OpenStatus = 'PENDING' | 'IN_PROGRESS' | 'PROCESSED';

/** Includes the columns of the fields that an upload asks for, which their domain merges into this interface. */
export interface FilesTable {
  id: Generated<number>;
  file_id: Computed<string>;
  user_id: number;
  file_name: string;
  file_key: string;
  file_size_bytes: number;
  file_sha256: string;
  mod_file_name: string | null;
  mod_file_key: string | null;
  mod_file_size_bytes: number | null;
  mod_file_sha256: string | null;
  solution: string;
  solution_ids: number[];
  /** Trouble codes that are ordered off. */
  ordered_dtcs: ColumnType<string[], string[] | undefined>;
  price_cents: number;
  price_status: ColumnType<'PAID' | 'UNPAID' | 'REFUNDED', 'PAID' | 'UNPAID' | 'REFUNDED' | undefined>;
  /** Changed together with `status_since` alone (features/files/server/file-work.ts). */
  status: ColumnType<FileStatus, FileStatus | undefined, never>;
  feasible: 'POSSIBLE' | 'NOT_POSSIBLE' | null;
  status_before_cancel: OpenStatus | null;
  notes: string | null;
  ticket_id: number | null;
  idempotency_key: string | null;
  created_at: Time;
  updated_at: Time;
  checked_at: TimeOrNull;
  paid_at: TimeOrNull;
  delivered_at: TimeOrNull;
  deleted_at: TimeOrNull;
  /** How often price, feasibility or notes were changed by an administrator. */
  offer_version: Generated<number>;
  offer_set_by: ColumnType<number | null, number | null | undefined, number | null>;
  offer_set_at: TimeOrNull;
  /** When the owner was first notified that the file is ready. */
  ready_mailed_at: TimeOrNull;
  /** Opening minutes until then, and whether that was on time; null: there was no target. */
  ready_minutes: ColumnType<number | null, number | null | undefined, number | null>;
  ready_on_time: ColumnType<boolean | null, boolean | null | undefined, boolean | null>;
  /** Number of further files that came with the original. */
  further_files: Generated<number>;
  /** When the owner began to wait for a change. */
  revision_since: TimeOrNull;
  /** Who works on the file and its ticket. */
  assignee_id: ColumnType<number | null, number | null | undefined, number | null>;
  /** When its bytes were given up; null: they are stored. */
  bytes_removed_at: TimeOrNull;
  /** When it entered its status. */
  status_since: Time;
}

export interface FileRevisionsTable {
  id: Generated<number>;
  file_id: number;
  reason: string;
  user_id: number;
  requested_at: Time;
  outcome: 'DELIVERED' | 'DECLINED' | null;
  ended_at: TimeOrNull;
  note: string | null;
}

export interface FurtherFilesTable {
  id: Generated<number>;
  file_id: number;
  kind: 'ECU' | 'GEARBOX' | 'ID_FILE' | 'LOG' | 'SCAN_REPORT' | 'OTHER';
  file_name: string;
  file_key: string;
  size_bytes: number;
  sha256: string;
  user_id: number;
  idempotency_key: string | null;
  created_at: Time;
}

export interface FileHistoryTable {
  id: Generated<number>;
  file_id: number;
  kind: 'ORIGINAL' | 'MODIFIED';
  file_name: string;
  file_key: string;
  size_bytes: number;
  sha256: string;
  user_id: number;
  /** The proposal that was attached, with its proof. */
  proposal_id: ColumnType<number | null, number | null | undefined>;
  /** In the form that the domain's contract defines; null when nothing was compared. */
  findings: ColumnType<unknown, string | null | undefined, string | null>;
  findings_confirmed_by: ColumnType<number | null, number | null | undefined, number | null>;
  created_at: Time;
  /** When its owner first received this version. */
  delivered_at: TimeOrNull;
}

export interface TicketsTable {
  id: Generated<number>;
  ticket_id: Computed<string>;
  file_id: number;
  /** Owner of its file. */
  user_id: ColumnType<number, number, never>;
  subject: string;
  status: ColumnType<'OPEN' | 'CLOSED', 'OPEN' | 'CLOSED' | undefined>;
  opening_date: Time;
  closing_date: TimeOrNull;
  /** The same as that of its file. */
  deleted_at: TimeOrNull;
  /** Whether the customer wrote last. */
  awaits_reply: Generated<boolean>;
  /** Whether support wrote last and the customer has not opened the ticket since. */
  has_unread_reply: Generated<boolean>;
  /** The same as that of its file. */
  assignee_id: ColumnType<number | null, number | null | undefined, number | null>;
  /** When its customer began to wait for a reply. */
  awaits_reply_since: TimeOrNull;
}

export interface TicketMessagesTable {
  id: Generated<number>;
  ticket_id: number;
  user_id: number;
  message: string;
  message_id: string | null;
  file_name: string | null;
  file_key: string | null;
  file_size_bytes: number | null;
  file_sha256: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Time;
}

export interface SavedRepliesTable {
  id: Generated<number>;
  title: string;
  message: string;
  user_id: number;
  created_at: Time;
  deleted_at: TimeOrNull;
}
