/** What users are notified of; migration 0080 uses the same names. */
export const CUSTOMER_KINDS = ['REPLY', 'PRICE', 'STATUS', 'READY'] as const;
export const STAFF_KINDS = ['CUSTOMER_MESSAGE', 'NEW_FILE', 'CHANGE_REQUEST'] as const;
export const UNREAD_KINDS = [...CUSTOMER_KINDS, ...STAFF_KINDS] as const;

export type UnreadKind = (typeof UNREAD_KINDS)[number];

/** Kinds shown at a ticket; every kind is shown at its file. */
export const TICKET_KINDS: readonly UnreadKind[] = ['REPLY', 'CUSTOMER_MESSAGE'];

/** What is sent until the user chooses otherwise. A mail for every new file would be too many. */
export const SENT_BY_DEFAULT: Record<UnreadKind, { by_mail: boolean; by_push: boolean }> = {
  REPLY: { by_mail: true, by_push: true },
  PRICE: { by_mail: true, by_push: true },
  STATUS: { by_mail: true, by_push: true },
  READY: { by_mail: true, by_push: true },
  CUSTOMER_MESSAGE: { by_mail: true, by_push: true },
  NEW_FILE: { by_mail: false, by_push: true },
  CHANGE_REQUEST: { by_mail: true, by_push: true },
};
