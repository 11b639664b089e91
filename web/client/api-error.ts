import type { RefusalValues } from '../../contract/refusal.ts';
import { errorText } from '../languages/text.ts';

/** A call that did not succeed. Status 0 means that no response arrived. `message` is in the user's language. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly field: string | undefined;
  /** The values that a refusal's sentence mentions; empty for all other errors. */
  readonly values: RefusalValues;

  constructor(
    status: number,
    code: string,
    message: string,
    { field, values = {} }: { field?: string | undefined; values?: RefusalValues | undefined } = {},
  ) {
    super(errorText(code, message, values));
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.field = field;
    this.values = values;
  }
}

/** Whether a rule (400) or a domain's limit refused the call; the error then carries a sentence for the user. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 400 || isLimit(error));

/** Returns the server's sentence for a refused call, and the screen's own text for any other error. */
export const messageFor = (error: unknown, fallback: string): string => (isRefusal(error) ? error.message : fallback);

/** Whether a limit with its own sentence was hit, such as messages per minute; any other 429 is call throttling. */
const isLimit = ({ status, code }: ApiError): boolean => status === 429 && code.endsWith('_limit');

/** At login, the server's sentence is shown for every failure that has one. */
export function loginMessageFor(error: unknown, fallback: string): string {
  const speaks = error instanceof ApiError && (error.status === 400 || error.status === 401 || error.status === 429);
  return speaks && error.message !== '' ? error.message : fallback;
}

/** Where a password is checked or set, users must also learn that they tried too often. */
export function passwordMessageFor(error: unknown, fallback: string): string {
  const isLimited = error instanceof ApiError && error.status === 429 && error.message !== '';
  return isLimited ? error.message : messageFor(error, fallback);
}

/** Whether no response arrived: the network or the server is down. Only this is worth an automatic retry. */
export const isUnanswered = (error: unknown): boolean => error instanceof ApiError && error.status === 0;
