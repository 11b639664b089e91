import * as z from 'zod/mini';
import { endpoint } from '../../../contract/endpoint.ts';
import { Done, Id, Nothing, RecordId, boundedList, requiredText } from '../../../contract/fields.ts';
import { invalid } from '../../../contract/texts.ts';
import { refusal } from '../../../contract/refusal.ts';

/** Subjects of notes and tags, as spelled in the addresses of their calls. */
const NOTE_SUBJECTS = ['users', 'files', 'tickets'] as const;

export const MAX_NOTE = 2000;

/** Maximum number of notes about one customer, file or ticket. */
export const MAX_NOTES = 200;

export const MAX_TAG = 30;

export const MAX_TAGS = 10;

/** Maximum number of tags in the whole portal: more would be too many to choose from. */
export const MAX_TAGS_IN_ALL = 200;

/** The column of a note or a tag that references its subject. */
export const SUBJECT_COLUMNS = { users: 'user_id', files: 'file_id', tickets: 'ticket_id' } as const;

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
export const Internals = z.object({ notes: boundedList(InternalNote, MAX_NOTES), tags: boundedList(Tag, MAX_TAGS) });
export type Internals = z.output<typeof Internals>;

const about = { kind: NoteSubject, id: Id };

const NO_NOTE = invalid('errors.notes.note_missing');

const NO_TAG = invalid('errors.notes.tag_missing');

const TagName = requiredText(NO_TAG, MAX_TAG);

export const getInternals = endpoint({
  method: 'GET',
  path: '/internal/:kind/:id',
  summary: 'Get internal notes and tags',
  description:
    'Internal notes and tags of a customer (`users`), a file (`files`) or a ticket (`tickets`). Customers never see them.',
  who: 'notes.use',
  input: z.object(about),
  reply: Internals,
});

export const addNote = endpoint({
  method: 'POST',
  path: '/internal/:kind/:id/notes',
  summary: 'Add an internal note',
  description: 'Visible to all administrators, with the name of the author.',
  who: 'notes.use',
  status: 201,
  input: z.object({
    ...about,
    note: requiredText(NO_NOTE, MAX_NOTE),
  }),
  reply: InternalNote,
  errors: ['notes.too_many_notes'],
});

export const deleteNote = endpoint({
  method: 'DELETE',
  path: '/internal-notes/:id',
  summary: 'Delete an internal note',
  description: 'The audit list records the deletion and the beginning of the note.',
  who: 'notes.use',
  input: z.object({ id: Id }),
  reply: Done,
});

export const setTags = endpoint({
  method: 'PUT',
  path: '/internal/:kind/:id/tags',
  summary: 'Set tags',
  description:
    'Replaces all tags by the given names. New tags are created, and tags that are no longer used are removed.',
  who: 'notes.use',
  input: z.object({
    ...about,
    tags: z.array(TagName, NO_TAG).check(z.maxLength(MAX_TAGS, invalid('errors.notes.most_tags', { most: MAX_TAGS }))),
  }),
  reply: z.object({ tags: boundedList(Tag, MAX_TAGS) }),
  errors: ['notes.too_many_tags'],
});

export const listTags = endpoint({
  method: 'GET',
  path: '/tags',
  summary: 'List tags',
  description: 'All tags in use, for the filters of the lists.',
  who: 'notes.use',
  input: Nothing,
  reply: boundedList(Tag, MAX_TAGS_IN_ALL),
});

export const tooManyNotes = refusal('errors.notes.too_many_notes');
export const tooManyTags = refusal('errors.notes.too_many_tags');
