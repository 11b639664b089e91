/** How a requested change ended. */
export const REVISION_OUTCOMES = ['DELIVERED', 'DECLINED'] as const;

/** At most this many requested changes of a file are listed, newest first. */
export const MOST_REVISIONS = 50;

export const LONGEST_REASON = 2000;
