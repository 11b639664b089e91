import { ApiError, passwordMessageFor } from '../../../web/client/api-error.ts';

/**
 * Returns the text for an account change that failed: the server's sentence on 400 and 429, `failed` when the call was
 * interrupted or caused an error, and `refused` when a response arrived but shows no change that took place.
 */
export function failureText(error: unknown, { refused, failed }: { refused: string; failed: string }): string {
  if (!(error instanceof ApiError)) return refused;
  return passwordMessageFor(error, failed) || refused;
}
