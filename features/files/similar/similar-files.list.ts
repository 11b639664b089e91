/** Number of files that are compared byte by byte, the likeliest first. */
export const MOST_COMPARED = 8;

/** Number of files of each kind that are shown. */
export const MOST_OF_A_KIND = 5;

/** Minimum share of equal bytes; any two programs of one control unit share up to half. */
export const LEAST_ALIKE = 0.5;

/** The kinds of likeness between two originals, the closest first. */
export const LIKENESSES = ['IDENTICAL', 'SAME_CONTENT', 'ALIKE', 'SAME_SOFTWARE'] as const;
