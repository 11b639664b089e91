/** Errors of every call that sends notifications to users of the caller's choice. */
export const NOTIFYING_ERRORS = ['messaging.empty_message', 'messaging.unknown_recipient'] as const;
