/**
 * Errors of every call that analyses a file: too many files are being analysed already, or the user's share is used up.
 */
export const BUSY_ERRORS = ['dtc-off.too_busy', 'dtc-off.too_much'] as const;
