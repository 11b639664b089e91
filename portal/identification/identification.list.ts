/** Why nothing could be read in a file. */
export const FAILURES = ['ALTERED', 'FAILED', 'MISSING', 'TOO_MUCH_MEMORY', 'TOO_SLOW'] as const;

/** So many of the codes that are off are named; all are counted. */
export const MOST_NAMED_CODES = 200;
