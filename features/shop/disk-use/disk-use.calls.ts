import * as z from 'zod/mini';
import { endpoint } from '../../../contract/endpoint.ts';
import { Nothing, RecordId, boundedList } from '../../../contract/fields.ts';

/**
 * Kinds of records that reference stored bytes. DTC OFF proposals have none: their bytes are created from the original
 * when they are read.
 */
export const STORED_KINDS = ['ORIGINAL', 'MODIFIED', 'FURTHER', 'ATTACHMENT', 'DTC_OFF', 'MEDIA'] as const;

/** How many of the users with the most bytes are shown. */
export const MAX_SHOWN_USERS = 50;

const StoredKind = z.enum(STORED_KINDS);
export type StoredKind = z.output<typeof StoredKind>;

/** Measured in place, once a day. */
export const MeasuredBytes = z.object({ bytes: z.int(), objects: z.int(), measured_at: z.string() });
export type MeasuredBytes = z.output<typeof MeasuredBytes>;

/** In bytes as recorded: before compression. */
export const UserBytes = z.object({
  user_id: RecordId,
  username: z.string(),
  /** Id of the user's record; null once the account is deleted. */
  open_user_id: z.nullable(RecordId),
  objects: z.int(),
  original_bytes: z.int(),
  modified_bytes: z.int(),
  further_bytes: z.int(),
  attachment_bytes: z.int(),
  dtc_off_bytes: z.int(),
  total_bytes: z.int(),
});
export type UserBytes = z.output<typeof UserBytes>;

export const DiskUse = z.object({
  kinds: boundedList(z.object({ kind: StoredKind, bytes: z.int(), objects: z.int() }), STORED_KINDS.length),
  /** When `kinds` and `users` were added up from the records; null: not yet, and they are empty. */
  recorded_at: z.nullable(z.string()),
  /** Null: not measured yet. */
  quarantine: z.nullable(MeasuredBytes),
  /** Null: not measured yet, or not in a folder of this machine. */
  backups: z.nullable(MeasuredBytes),
  database_bytes: z.int(),
  /** Free space where the files are stored; null: they are in a bucket. */
  free_bytes: z.nullable(z.int()),
  /** The users with the most bytes, in descending order. */
  users: boundedList(UserBytes, MAX_SHOWN_USERS),
});
export type DiskUse = z.output<typeof DiskUse>;

export const getDiskUse = endpoint({
  method: 'GET',
  path: '/disk-use',
  summary: 'Get disk use',
  description:
    'Stored bytes by kind of file and for the users with the most, as they were last added up from the records, once a day; the last measured size of quarantine and backups; the size of the database; and free disk space.',
  who: 'disk-use.read',
  input: Nothing,
  reply: DiskUse,
});
