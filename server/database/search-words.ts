/** Every word of a search must be found in a row. */
export const wordsOf = (q: string | undefined): string[] => (q ?? '').split(/\s+/).filter(Boolean);

/** A whole number that an id could be; null for any other word. */
export const idOf = (word: string): number | null => (/^[1-9]\d{0,14}$/.test(word) ? Number(word) : null);
