import { ApiError, passwordMessageFor } from '../../../web/api-error.ts';

/**
 * What is said when a change of the account did not work: the server's sentence on 400 and 429, `failed` when the call broke
 * off or broke down, and `refused` when there was an answer but not the one of a change that happened.
 */
export function failureText(error: unknown, { refused, failed }: { refused: string; failed: string }): string {
  if (!(error instanceof ApiError)) return refused;
  return passwordMessageFor(error, failed) || refused;
}
