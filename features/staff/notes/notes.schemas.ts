import * as z from 'zod/mini';
import { Done, Id, Nothing, RecordId, listOf, requiredText } from '../../../contract/fields.schemas.ts';
import { invalid } from '../../../contract/texts.ts';
import { MAX_NOTE, MAX_NOTES, MAX_TAG, MAX_TAGS, MAX_TAGS_IN_ALL, NOTE_SUBJECTS } from './notes.list.ts';

export const NoteSubject = z.enum(NOTE_SUBJECTS);
export type NoteSubject = z.output<typeof NoteSubject>;

export const InternalNote = z.object({
  id: RecordId,
  note: z.string(),
  /** The administrator who wrote it, with the id of their record; null once the account is deleted. */
  author: z.string(),
  open_user_id: z.nullable(RecordId),
  created_at: z.string(),
});
export type InternalNote = z.output<typeof InternalNote>;

export const Tag = z.object({ id: RecordId, name: z.string() });
export type Tag = z.output<typeof Tag>;

/** What administrators know about a customer, a file or a ticket; the newest note first. */
export const Internals = z.object({ notes: listOf(InternalNote, MAX_NOTES), tags: listOf(Tag, MAX_TAGS) });
export type Internals = z.output<typeof Internals>;

const about = { kind: NoteSubject, id: Id };

const NO_NOTE = invalid('errors.notes.note_missing');
const NO_TAG = invalid('errors.notes.tag_missing');

const TagName = requiredText(NO_TAG, MAX_TAG);

export const getInternals = {
  input: z.object(about),
  reply: Internals,
};

export const addNote = {
  input: z.object({
    ...about,
    note: requiredText(NO_NOTE, MAX_NOTE),
  }),
  reply: InternalNote,
};

export const deleteNote = {
  input: z.object({ id: Id }),
  reply: Done,
};

export const setTags = {
  input: z.object({
    ...about,
    tags: z.array(TagName, NO_TAG).check(z.maxLength(MAX_TAGS, invalid('errors.notes.most_tags', { most: MAX_TAGS }))),
  }),
  reply: z.object({ tags: listOf(Tag, MAX_TAGS) }),
};

export const listTags = {
  input: Nothing,
  reply: listOf(Tag, MAX_TAGS_IN_ALL),
};
