/** What a further file of an order is. */
export const FURTHER_KINDS = ['ECU', 'GEARBOX', 'ID_FILE', 'LOG', 'SCAN_REPORT', 'OTHER'] as const;

/** Beside the original: ten files with it. */
export const MOST_FURTHER_FILES = 9;
