import { PREPARED_MS } from './query-client.ts';

interface EarlyReply {
  /** Null for a request without a session. */
  token: string | null;
  response: Promise<Response>;
  askedAt: number;
}

/** An older response may be out of date. */
let freshMs = 10_000;

let firstAskedAt = Infinity;

const early = new Map<string, EarlyReply>();

/** Stores a response for the call that will need it (`takeEarlyReply`). One that no call asks for costs its request and a connection. */
export function keepEarlyReply(url: string, token: string | null, response: Promise<Response>): void {
  // A failure is handled by the call that takes this response: it sends the request again.
  response.catch(() => undefined);
  const askedAt = performance.now();
  if (token !== null) firstAskedAt = Math.min(firstAskedAt, askedAt);
  early.set(url, { token, response, askedAt });
}

/**
 * Uses only new responses from now on, as events are received. Returns when the first was requested; before that, no
 * data of the session were.
 */
export function limitEarlyReplies(): number {
  freshMs = PREPARED_MS;
  return firstAskedAt;
}

/**
 * Stores the public replies that every page needs and that the server embedded in this one, by URL. They resolve with
 * `when`: any earlier, the screen would differ from its prerendered page. The development server embeds none.
 */
export function keepGivenReplies(when: Promise<void>): void {
  const given = document.getElementById('given')?.textContent;
  if (!given) return;
  for (const [url, reply] of Object.entries(JSON.parse(given) as Record<string, unknown>)) {
    const response = when.then(() => Response.json(reply));
    keepEarlyReply(url, null, response);
  }
}

/**
 * Returns the early response to this call, once. Undefined if none was requested, or by another user, or too long ago.
 */
export function takeEarlyReply(url: string, token: string | null): Promise<Response> | undefined {
  const reply = early.get(url);
  early.delete(url);
  if (reply === undefined) return undefined;
  if (performance.now() - reply.askedAt < freshMs && reply.token === token) return reply.response;
  // What nobody reads would keep its connection.
  reply.response.then(({ body }) => body?.cancel()).catch(() => undefined);
  return undefined;
}
