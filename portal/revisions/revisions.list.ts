/** How a requested change ended. */
export const REVISION_OUTCOMES = ['DELIVERED', 'DECLINED'] as const;

/** The newest of a file are listed. */
export const MOST_REVISIONS = 50;

export const LONGEST_REASON = 2000;
