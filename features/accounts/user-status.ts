/** The columns by which /admin/all-users can be sorted; `id` sorts by newest first. */
export const USER_SORTS = ['id', 'username', 'email', 'country', 'credits', 'ai-credits', 'role', 'status'] as const;

export const USER_STATUSES = ['ACTIVE', 'DEACTIVE'] as const;

export const MAX_BALANCE_REASON = 200;

/** Prefix of an invitation token, by which the page behind the link knows what the link is for. */
export const INVITATION = 'invite-';
