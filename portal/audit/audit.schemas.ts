import * as z from 'zod/mini';
import { Id, Moment, RecordId, chosen } from '../fields.schemas.ts';
import { Cursor, LogTotals } from '../pages.schemas.ts';
import { CHANGE_KINDS } from './audit.list.ts';
import { invalid } from '../texts.ts';

/** What was changed of the thing. */
export const ChangeKind = z.enum(CHANGE_KINDS);
export type ChangeKind = z.output<typeof ChangeKind>;

/** What kind of thing it was. */
export const ChangeSubject = z.enum([
  'USER',
  'FILE',
  'SOLUTION',
  'SOLUTION_IMAGE',
  'LOGIN_MEDIA',
  'SAVED_REPLY',
  'CONFIGURATION',
]);
export type ChangeSubject = z.output<typeof ChangeSubject>;

export const Change = z.object({
  id: RecordId,
  /** Who did it; null is the product itself, or as `origin` names it. */
  username: z.nullable(z.string()),
  /** The record of that user; null where there is none to open. */
  open_user_id: z.nullable(RecordId),
  /** Where a change without a user came from. */
  origin: z.nullable(z.enum(['COMMAND_LINE'])),
  kind: ChangeKind,
  subject: ChangeSubject,
  /** Null for what there is only one of. */
  subject_id: z.nullable(RecordId),
  /** It was deleted since. */
  is_gone: z.boolean(),
  /** What the thing was called at that time. */
  subject_name: z.string(),
  /** Which of its fields, where the kind does not show it. */
  field: z.nullable(z.string()),
  /** Null: there was nothing, or there is nothing left. */
  old_value: z.nullable(z.string()),
  new_value: z.nullable(z.string()),
  created_at: z.string(),
});
export type Change = z.output<typeof Change>;

export const listChanges = {
  input: z.object({
    /** Who made the change. */
    person: chosen(Id),
    kind: chosen(ChangeKind),
    /** Part of the name of what was changed. */
    about: chosen(
      z.string().check(z.trim(), z.maxLength(120, invalid('errors.fields.most_count_characters', { count: 120 }))),
    ),
    /** From this moment on. */
    from: chosen(Moment),
    /** Before this moment. */
    until: chosen(Moment),
    /** Where the page begins; from the page before it. */
    cursor: chosen(Cursor),
  }),
  reply: z.object({
    changes: z.array(Change),
    /** Null: there are no more entries. */
    next_cursor: z.nullable(z.string()),
    /** With the first page only, as `people`. */
    totals: z.nullable(LogTotals),
    /** Everybody who ever changed something, to choose from. */
    people: z.nullable(z.array(z.object({ id: RecordId, username: z.string() }))),
  }),
};
