import type { ColumnType, Generated } from 'kysely';
import type { StoredText } from '../../contract/texts.ts';
import type { Time, TimeOrNull } from './schema-columns.ts';

/** The kinds that migration 0080 lists. */
export type NotificationKind =
  | 'REPLY'
  | 'PRICE'
  | 'STATUS'
  | 'READY'
  | 'CUSTOMER_MESSAGE'
  | 'NEW_FILE'
  | 'CHANGE_REQUEST';

export interface MailsTable {
  id: Generated<number>;
  key: string;
  recipient: string;
  subject: string;
  text_body: string | null;
  html_body: string | null;
  created_at: Time;
  sent_at: TimeOrNull;
  attempts: Generated<number>;
  last_error: string | null;
  mailing_id: ColumnType<number | null, number | null | undefined>;
  server_answer: ColumnType<string | null, string | null | undefined>;
  /** Whether it was saved as a file instead of being sent, because there was no mail server. */
  is_saved: Generated<boolean>;
  refused_at: TimeOrNull;
  /** Mails with a higher priority are sent first. */
  priority: Generated<number>;
  /** The user it is about; null: it is about no account. */
  user_id: ColumnType<number | null, number | null | undefined>;
}

export interface MailingsTable {
  id: Generated<number>;
  user_id: number;
  subject: string;
  html_body: string;
  text_body: string;
  created_at: Time;
}

export interface NotificationsTable {
  id: Generated<number>;
  message: string;
  /** A `StoredText` as JSON; null: `message` is shown to everybody. */
  stored_text: ColumnType<StoredText | null, string | null | undefined>;
  url: string | null;
  kind: ColumnType<NotificationKind | null, NotificationKind | null | undefined>;
  file_id: ColumnType<number | null, number | null | undefined>;
  created_at: Time;
}

export interface NotificationChoicesTable {
  user_id: number;
  kind: NotificationKind;
  by_mail: boolean;
  by_push: boolean;
}

export interface NotificationRecipientsTable {
  notification_id: number;
  user_id: number;
  read_at: TimeOrNull;
}

export interface PushSubscriptionsTable {
  id: Generated<number>;
  user_id: number;
  session_id: string;
  endpoint: string;
  p256dh: string;
  auth: string;
  created_at: Time;
}

export interface PushesTable {
  id: Generated<number>;
  subscription_id: number;
  title: string;
  body: string;
  url: string;
  created_at: Time;
}
