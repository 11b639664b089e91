import { hasQuery, listParameterNames, type Endpoint, type InputOf, type ReplyOf } from '../../contract/endpoint.ts';
import type { RefusalValues } from '../../contract/refusal.ts';
import { ApiError } from './api-error.ts';
import { reportNoResponse, reportStatus } from './connection.ts';
import { takeEarlyReply } from './early-replies.ts';
import { createConditionHeader, readPolled } from './reply-cache.ts';
import { runDuringRenewal, forgetSession, getSession, isTokenBeingReplaced } from './session.ts';
import { t } from '../languages/text.ts';

/** Longer than any response takes. */
export const TIMEOUT_MS = 150_000;

export interface CallOptions {
  signal?: AbortSignal;
  /** Sends the request even when the page is being closed. */
  keepalive?: boolean;
}

/** Calls an endpoint of the contract; throws an `ApiError` unless it succeeds. */
export const call = <E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: CallOptions = {},
): Promise<ReplyOf<E>> => {
  const ask = () => withFreshSignIn(() => sendCall(endpoint, input, options));
  return endpoint.opensSession && getSession() !== null ? runDuringRenewal(ask) : ask();
};

type AskToSignIn = () => Promise<boolean>;
let askToSignIn: AskToSignIn | undefined;

/** Sets what asks the user to show again who they are; false: they did not. */
export const onOldSignIn = (ask: AskToSignIn): void => {
  askToSignIn = ask;
};

/** Makes a call, and once more after a fresh sign-in where the server needs one. */
export async function withFreshSignIn<Result>(send: () => Promise<Result>): Promise<Result> {
  try {
    return await send();
  } catch (error) {
    const isOld = error instanceof ApiError && error.code === 'session.sign_in_again';
    if (!isOld || !(await askToSignIn?.())) throw error;
    return send();
  }
}

/** Calls an endpoint without asking for a fresh sign-in: `withFreshSignIn` around it repeats what it is given. */
export async function sendCall<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { signal, keepalive = false }: CallOptions = {},
): Promise<ReplyOf<E>> {
  const token = chooseToken(endpoint);
  const { url, rest } = address(endpoint, input as Record<string, unknown>);
  const hasBody = !hasQuery(endpoint) && Object.keys(rest).length > 0;
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const ask = () =>
    fetch(url, {
      method: endpoint.method,
      keepalive,
      headers: { ...composeHeaders(token, hasBody), ...(endpoint.polled && createConditionHeader(url, token)) },
      ...(hasBody ? { body: JSON.stringify(rest) } : {}),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
  const earlyReply = endpoint.method === 'GET' ? takeEarlyReply(url, token)?.catch(ask) : undefined;
  const response = await (earlyReply ?? ask()).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    reportNoResponse();
    throw new ApiError(0, 'network', t('errors.network'));
  });
  reportStatus(response.status);
  const isUnchanged = endpoint.polled === true && response.status === 304;
  if (!response.ok && !isUnchanged) throw await readProblem(response, token);
  return (await (endpoint.polled ? readPolled(url, token, response) : response.json())) as ReplyOf<E>;
}

/** Builds the URL of an endpoint, and returns the part of the input that is left for the body. */
export function address(endpoint: Endpoint, input: Record<string, unknown>) {
  const inPath = listParameterNames(endpoint.path);
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(input[name])));
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.includes(name)));
  if (!hasQuery(endpoint)) return { url: `/api${path}`, rest };
  const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)])).toString();
  return { url: `/api${path}${query && `?${query}`}`, rest };
}

/**
 * A public call carries no token, so that a stale one cannot make it fail; one that opens a session carries the token
 * that it replaces.
 */
export const chooseToken = (endpoint: Endpoint): string | null =>
  endpoint.who === 'anyone' && !endpoint.opensSession ? null : (getSession()?.token ?? null);

export function composeHeaders(token: string | null, hasBody: boolean): Record<string, string> {
  return {
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(hasBody ? { 'content-type': 'application/json' } : {}),
  };
}

export async function readProblem(response: Response, token: string | null): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  return toApiError(response.status, body, token);
}

/** Creates the error of a response. A 401 or 403 to a call with the current token ends the session (X-SES-04, G-06). */
export function toApiError(status: number, body: unknown, token: string | null): ApiError {
  if (
    (status === 403 || status === 401) &&
    token !== null &&
    token === getSession()?.token &&
    !isTokenBeingReplaced()
  ) {
    forgetSession({ isEnded: true });
  }
  const { code, message, field, values } = (body ?? {}) as Partial<
    Record<'code' | 'message' | 'field', string> & { values: RefusalValues }
  >;
  return new ApiError(status, code ?? 'unknown', message ?? '', { field, values });
}
