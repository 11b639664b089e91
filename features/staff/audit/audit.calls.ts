import * as z from 'zod/mini';
import { endpoint } from '../../../contract/endpoint.ts';
import { Id, Moment, RecordId, chosen } from '../../../contract/fields.ts';
import { Cursor, LogTotals } from '../../../contract/pages.ts';
import { invalid } from '../../../contract/texts.ts';

export const CHANGE_KINDS = [
  'BALANCE',
  'AI_BALANCE',
  'ROLE',
  'STATUS',
  'CONTACT',
  'COUNTRY_IN_FORCE',
  'PASSWORD',
  'SECOND_FACTOR',
  'PRICE',
  'FEASIBILITY',
  'FILE_STATUS',
  'MODIFIED_FILE',
  'ASSIGNEE',
  'SOLUTION',
  'CONFIGURATION',
  'NOTE',
  'TAGS',
  'CREATED',
  'DELETED',
  'RESTORED',
  'ERASED',
  'EXPORTED',
  'VIEWED',
] as const;

/** What was changed. */
export const ChangeKind = z.enum(CHANGE_KINDS);
export type ChangeKind = z.output<typeof ChangeKind>;

/** The kind of record that was changed. */
export const ChangeSubject = z.enum([
  'USER',
  'FILE',
  'SOLUTION',
  'SOLUTION_IMAGE',
  'LOGIN_MEDIA',
  'SAVED_REPLY',
  'STAFF_ROLE',
  'WEBHOOK',
  'CONFIGURATION',
]);
export type ChangeSubject = z.output<typeof ChangeSubject>;

export const Change = z.object({
  id: RecordId,
  /** Who made the change; null: the product itself, or the source in `origin`. */
  username: z.nullable(z.string()),
  /** Id of that user's record; null where there is none to open. */
  open_user_id: z.nullable(RecordId),
  /** Where a change without a user came from. */
  origin: z.nullable(z.enum(['COMMAND_LINE'])),
  kind: ChangeKind,
  subject: ChangeSubject,
  /** Null for subjects that exist only once. */
  subject_id: z.nullable(RecordId),
  /** True when the subject has since been deleted. */
  is_gone: z.boolean(),
  /** The subject's name at the time of the change. */
  subject_name: z.string(),
  /** The changed field, where the kind alone does not identify it. */
  field: z.nullable(z.string()),
  /** Null: there was no value before, or there is none now. */
  old_value: z.nullable(z.string()),
  new_value: z.nullable(z.string()),
  created_at: z.string(),
});
export type Change = z.output<typeof Change>;

export const listChanges = endpoint({
  method: 'GET',
  path: '/changes',
  summary: 'List changes of records',
  description:
    'The audit list, newest first, one page at a time: who changed what, when, and the values before and after.',
  who: 'audit.read',
  fromReplica: true,
  input: z.object({
    /** Who made the change. */
    person: chosen(Id),
    kind: chosen(ChangeKind),
    /** Part of the name of what was changed. */
    about: chosen(
      z.string().check(z.trim(), z.maxLength(120, invalid('errors.fields.most_count_characters', { count: 120 }))),
    ),
    /** Start of the period, inclusive. */
    from: chosen(Moment),
    /** End of the period, exclusive. */
    until: chosen(Moment),
    /** Where this page begins; taken from the previous page. */
    cursor: chosen(Cursor),
  }),
  reply: z.object({
    changes: z.array(Change),
    /** Null: there are no more entries. */
    next_cursor: z.nullable(z.string()),
    /** Sent with the first page only, like `people`. */
    totals: z.nullable(LogTotals),
    /** Everyone who has ever changed something, as the choices of the filter. */
    people: z.nullable(z.array(z.object({ id: RecordId, username: z.string() }))),
  }),
});
