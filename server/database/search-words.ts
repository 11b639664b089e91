/** Splits a search into words, each of which must be found in a row. */
export const splitWords = (q: string | undefined): string[] => (q ?? '').split(/\s+/).filter(Boolean);

/** Returns the word as a whole number that could be an id; null for any other word. */
export const idOf = (word: string): number | null => (/^[1-9]\d{0,14}$/.test(word) ? Number(word) : null);
