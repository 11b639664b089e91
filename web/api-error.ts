import type { RefusalValues } from '../portal/refusal.ts';
import { errorText } from './text.ts';

/** A call that did not succeed. `status` 0: no response arrived at all. `message` is in the language in use. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly field: string | undefined;
  /** What a refusal names; empty for everything else. */
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

/** A rule (400) or a limit of a domain refused the call, in a sentence for the user. */
export const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 400 || isLimit(error));

/** The server's sentence when the call was refused; the screen's own text otherwise. */
export const messageFor = (error: unknown, fallback: string): string => (isRefusal(error) ? error.message : fallback);

/** A limit that has a sentence of its own, such as of messages in a minute; other 429 are throttles of calls. */
const isLimit = ({ status, code }: ApiError): boolean => status === 429 && code.endsWith('_limit');

/** At login the server's sentence counts on any failure that has one. */
export function loginMessageFor(error: unknown, fallback: string): string {
  const speaks = error instanceof ApiError && (error.status === 400 || error.status === 401 || error.status === 429);
  return speaks && error.message !== '' ? error.message : fallback;
}

/** Where a password is checked or set, people also have to know that they tried too often. */
export function passwordMessageFor(error: unknown, fallback: string): string {
  const isLimited = error instanceof ApiError && error.status === 429 && error.message !== '';
  return isLimited ? error.message : messageFor(error, fallback);
}

/** No response arrived: the network is cut, or the server is gone. Only this is worth trying again by itself. */
export const isUnanswered = (error: unknown): boolean => error instanceof ApiError && error.status === 0;
