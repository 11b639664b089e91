/** Kinds of work that wait for staff: a file in one of its statuses, or a ticket in which the customer wrote last. */
export const TARGET_KINDS = ['PENDING', 'IN_PROGRESS', 'PROCESSED', 'TICKET'] as const;
export type TargetKind = (typeof TARGET_KINDS)[number];

/** An open page renews its lease this often; a page closed without notice expires after the second time. */
export const PRESENCE_RENEWAL_MS = 20_000;

export const PRESENCE_LEASE_SECONDS = 50;

/** Maximum numbers of presences and staff that are listed. */
export const MAX_PRESENCES = 500;

export const MAX_STAFF = 500;
