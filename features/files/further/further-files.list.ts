/** The kinds of further files. */
export const FURTHER_KINDS = ['ECU', 'GEARBOX', 'ID_FILE', 'LOG', 'SCAN_REPORT', 'OTHER'] as const;

/** Maximum number of further files; with the original, an order has up to ten files. */
export const MOST_FURTHER_FILES = 9;
