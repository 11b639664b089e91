import { ApiError } from '../../../web/client/api-error.ts';

const GONE = ['messaging.unknown_address', 'messaging.unknown_recipient'];

/** Whether one of the chosen recipients was deleted in the meantime, which the list does not show yet. */
export const isRecipientGone = (error: unknown): boolean => error instanceof ApiError && GONE.includes(error.code);

/** Returns the choice without those who are no longer in the list. */
export function dropGoneRecipients(chosen: ReadonlySet<string>, listed: readonly string[]): ReadonlySet<string> {
  const there = new Set(listed);
  return new Set([...chosen].filter((key) => there.has(key)));
}
