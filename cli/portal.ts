import { setTimeout as wait } from 'node:timers/promises';
import { EXIT, Failure } from './terminal.ts';

/** The portal that the user is logged in to. */
export interface Portal {
  url: string;
  token: string;
}

interface Sent {
  /** Made for every attempt: what was sent halfway cannot be sent again. */
  form?: () => FormData;
  /** With it a write is repeated safely when its reply was lost. */
  key?: string;
  /** Called with the number of bytes that have been sent. */
  onProgress?: (moved: number) => void;
  /** The caller reads the reply as it arrives. Other replies are short, and count once they are complete. */
  isDownload?: boolean;
}

/** A portal that restarts is back within these; the whole is about half a minute. */
const PAUSES_MS = [500, 1000, 2000, 4000, 8000, 15_000];
const MAX_PAUSE_SECONDS = 30;
/** 408: the portal waited too long for the rest of what was sent. */
const LOST = [408, 502, 503, 504];

/**
 * Makes one call and returns the response of a success. What only failed on the way is repeated: everything here either
 * reads or has a key.
 */
export async function send(portal: Portal, path: string, sent: Sent = {}): Promise<Response> {
  for (const pause of [...PAUSES_MS, null]) {
    const response = await attempt(portal, path, sent).catch((error: unknown) => describeLoss(error, portal));
    if (response instanceof Response && response.ok) return response;
    const failure = response instanceof Response ? await readRefusal(response) : response;
    const isTemporary = failure.exitCode === EXIT.unreachable && failure.retryAfter <= MAX_PAUSE_SECONDS;
    if (!isTemporary || pause === null) throw failure;
    await wait(Math.max(pause, failure.retryAfter * 1000));
  }
  throw new Failure('The portal does not answer.', { exitCode: EXIT.unreachable });
}

export async function read<Reply>(portal: Portal, path: string): Promise<Reply> {
  return (await (await send(portal, path)).json()) as Reply;
}

async function attempt(
  portal: Portal,
  path: string,
  { form, key, onProgress, isDownload = false }: Sent,
): Promise<Response> {
  const headers: Record<string, string> = { authorization: `Bearer ${portal.token}` };
  if (key !== undefined) headers['idempotency-key'] = key;
  // A redirect would take the token to another address.
  const request: RequestInit & { duplex?: 'half' } = { headers, redirect: 'error' };
  if (form !== undefined) {
    const encoded = new Response(form());
    headers['content-type'] = encoded.headers.get('content-type') as string;
    Object.assign(request, { method: 'POST', body: countBytes(encoded, onProgress), duplex: 'half' });
  }
  const response = await fetch(`${portal.url}/api${path}`, request);
  return isDownload && response.ok ? response : new Response(await response.arrayBuffer(), response);
}

function countBytes({ body }: Response, onProgress: (moved: number) => void = () => undefined) {
  let moved = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      moved += chunk.length;
      onProgress(moved);
      controller.enqueue(chunk);
    },
  });
  return (body as ReadableStream<Uint8Array>).pipeThrough(count);
}

export function describeLoss(error: unknown, { url }: Portal): Failure {
  const { message, cause } = error as Error & { cause?: Error };
  const options = { exitCode: EXIT.unreachable, code: 'unreachable' };
  return new Failure(`${url} does not answer: ${cause?.message || message}`, options);
}

async function readRefusal(response: Response): Promise<Failure> {
  const { status } = response;
  const { code = `http.${status}`, message = `The portal answered ${status}.` } = (await response
    .json()
    .catch(() => ({}))) as { code?: string; message?: string };
  if (status === 401 || status === 403) {
    const sentence = 'The access token is not valid, or has ended. Make a new one in the portal and log in again.';
    return new Failure(sentence, { exitCode: EXIT.login, code });
  }
  const isTemporary = status === 429 || LOST.includes(status);
  const retryAfter = Number(response.headers.get('retry-after') ?? 0) || 0;
  return new Failure(message, { code, retryAfter, exitCode: isTemporary ? EXIT.unreachable : EXIT.refused });
}
