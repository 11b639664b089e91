export const SEARCH_SHORTEST = 2;
