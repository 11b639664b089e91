/** So many are compared byte by byte, the likeliest first. */
export const MOST_COMPARED = 8;

/** So many of each kind are shown. */
export const MOST_OF_A_KIND = 5;

/** Less than half of the bytes is shared by any two programs of one control unit. */
export const LEAST_ALIKE = 0.5;

/** How an original is like another one, the closest first. */
export const LIKENESSES = ['IDENTICAL', 'SAME_CONTENT', 'ALIKE', 'SAME_SOFTWARE'] as const;
