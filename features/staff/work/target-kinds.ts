/**
 * Kinds of work that wait for staff: a file in one of its statuses, or a ticket in which the customer wrote last. A file
 * without imports: the settings name them, and are checked before any package is installed.
 */
export const TARGET_KINDS = ['PENDING', 'IN_PROGRESS', 'PROCESSED', 'TICKET'] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];
