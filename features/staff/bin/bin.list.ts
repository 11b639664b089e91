export const BIN_KINDS = ['USER', 'FILE', 'SOLUTION', 'SAVED_REPLY'] as const;

/** Days that deleted records wait in the bin; after that they can no longer be restored. */
export const BIN_DAYS = 30;

/** At most this many deletions are listed, newest first; searching by part of a name finds older ones. */
export const BIN_SHOWN = 200;
