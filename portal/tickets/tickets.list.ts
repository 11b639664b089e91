export const MESSAGE_LENGTH = 4000;

export const LONGEST_PAGE = 200;

/** The columns of /admin/all-tickets that it can be sorted by. */
export const TICKET_SORTS = ['ticket_id', 'subject', 'username', 'status', 'opening_date', 'closing_date'] as const;

export const TICKET_STATUSES = ['OPEN', 'CLOSED'] as const;
