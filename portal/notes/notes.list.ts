/** What notes and tags are about, as the address of their calls spells it. */
export const NOTE_SUBJECTS = ['users', 'files', 'tickets'] as const;

export const MAX_NOTE = 2000;
/** Of one customer, file or ticket. */
export const MAX_NOTES = 200;
export const MAX_TAG = 30;
export const MAX_TAGS = 10;
/** Of the whole portal: more are no longer a choice. */
export const MAX_TAGS_IN_ALL = 200;

/** Which column of a note or a tag names what it is about. */
export const SUBJECT_COLUMNS = { users: 'user_id', files: 'file_id', tickets: 'ticket_id' } as const;
