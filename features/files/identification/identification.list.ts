/** Reasons why nothing could be read from a file. */
export const FAILURES = ['ALTERED', 'FAILED', 'MISSING', 'TOO_MUCH_MEMORY', 'TOO_SLOW'] as const;

/** At most this many of the codes that are off are named; all of them are counted. */
export const MOST_NAMED_CODES = 200;
