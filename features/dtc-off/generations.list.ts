export const LONGEST_SEARCH = 120;
