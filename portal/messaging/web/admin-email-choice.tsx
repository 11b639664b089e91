import { ApiError } from '../../../web/api-error.ts';

const GONE = ['messaging.unknown_address', 'messaging.unknown_recipient'];

/** One of those who were chosen was deleted meanwhile, and the list does not know it yet. */
export const isOfGone = (error: unknown): boolean => error instanceof ApiError && GONE.includes(error.code);

/** The choice without those who are not in the list any more. */
export function withoutGone(chosen: ReadonlySet<string>, listed: readonly string[]): ReadonlySet<string> {
  const there = new Set(listed);
  return new Set([...chosen].filter((key) => there.has(key)));
}
