/** Errors of every call that has a file looked at: others are looked at already, or its user has used up a share. */
export const BUSY_ERRORS = ['dtc-off.too_busy', 'dtc-off.too_much'] as const;
