/** Rows shown of each list on a customer's page; the rest is behind its link. */
export const SHOWN_ROWS = 6;
/** More of these, since devices have no list of their own. */
export const SHOWN_SESSIONS = 20;
