/** What waits for staff: a file in one of its statuses, or a ticket whose customer has written last. */
export const TARGET_KINDS = ['PENDING', 'IN_PROGRESS', 'PROCESSED', 'TICKET'] as const;

export type TargetKind = (typeof TARGET_KINDS)[number];

/** The parts of a list that staff work through. */
export const WORK_FILTERS = ['mine', 'unassigned', 'overdue'] as const;
/** A page that is open renews its lease, and one that was closed without a word is over after this time. */
export const PRESENCE_RENEWAL_MS = 20_000;
export const PRESENCE_LEASE_SECONDS = 50;

/** More than that are not shown. */
export const MOST_PRESENCES = 500;
export const MOST_STAFF = 500;
