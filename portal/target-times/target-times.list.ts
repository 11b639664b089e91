/** What waits for staff: a file in one of its statuses, or a ticket whose customer has written last. */
export const TARGET_KINDS = ['PENDING', 'IN_PROGRESS', 'PROCESSED', 'TICKET'] as const;

export type TargetKind = (typeof TARGET_KINDS)[number];

/** The parts of a list that staff work through. */
export const WORK_FILTERS = ['mine', 'unassigned', 'overdue'] as const;
