/** Rows of each list on the page of a customer; the rest is behind its link. */
export const SHOWN_ROWS = 6;
/** Devices have no list of their own. */
export const SHOWN_SESSIONS = 20;
