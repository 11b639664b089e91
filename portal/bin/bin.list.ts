export const BIN_KINDS = ['USER', 'FILE', 'SOLUTION', 'SAVED_REPLY'] as const;

/** So long deleted things wait; then they cannot be restored any more. */
export const BIN_DAYS = 30;

/** Of the newest deletions; a part of a name finds the others. */
export const BIN_SHOWN = 200;
