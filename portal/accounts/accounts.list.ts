export const ROLES = ['CUSTOMER', 'ADMIN'] as const;

/** The columns of /admin/all-users that it can be sorted by, and `id`: the newest first. */
export const USER_SORTS = ['id', 'username', 'email', 'country', 'credits', 'ai-credits', 'role', 'status'] as const;

export const USER_STATUSES = ['ACTIVE', 'DEACTIVE'] as const;

export const MAX_BALANCE_REASON = 200;
