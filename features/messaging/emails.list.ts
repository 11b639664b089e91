export const MOST_ADDRESSES = 100_000;
