import { ApiError, passwordMessageFor } from '../../../web/api-error.ts';

/**
 * The text for a change of the account that failed: the server's sentence on 400 and 429, `failed` when the call broke
 * off or broke down, and `refused` when there was a response but none of a change that happened.
 */
export function failureText(error: unknown, { refused, failed }: { refused: string; failed: string }): string {
  if (!(error instanceof ApiError)) return refused;
  return passwordMessageFor(error, failed) || refused;
}
