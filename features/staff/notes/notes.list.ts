/** Subjects of notes and tags, as spelled in the addresses of their calls. */
export const NOTE_SUBJECTS = ['users', 'files', 'tickets'] as const;

export const MAX_NOTE = 2000;
/** Maximum number of notes about one customer, file or ticket. */
export const MAX_NOTES = 200;
export const MAX_TAG = 30;
export const MAX_TAGS = 10;
/** Maximum number of tags in the whole portal: more would be too many to choose from. */
export const MAX_TAGS_IN_ALL = 200;

/** The column of a note or a tag that references its subject. */
export const SUBJECT_COLUMNS = { users: 'user_id', files: 'file_id', tickets: 'ticket_id' } as const;
