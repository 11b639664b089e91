export const ROLES = ['CUSTOMER', 'ADMIN'] as const;

/** The columns of /admin/all-users that it can be sorted by, and `id`: the newest first. */
export const USER_SORTS = ['id', 'username', 'email', 'country', 'credits', 'ai-credits', 'role', 'status'] as const;

export const USER_STATUSES = ['ACTIVE', 'DEACTIVE'] as const;

export const MAX_BALANCE_REASON = 200;

/** How the token of an invitation begins: the page of its link names what it is for. */
export const INVITATION = 'invite-';
