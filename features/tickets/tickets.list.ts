export const MESSAGE_LENGTH = 4000;

export const LONGEST_PAGE = 200;

/** The columns by which /admin/all-tickets can be sorted. */
export const TICKET_SORTS = ['ticket_id', 'subject', 'username', 'status', 'opening_date', 'closing_date'] as const;

export const TICKET_STATUSES = ['OPEN', 'CLOSED'] as const;

/** Errors of every bulk change of tickets: more match now than were confirmed, or more than one change may take. */
export const SELECTION_ERRORS = ['tickets.more_selected', 'tickets.too_many_selected'] as const;
