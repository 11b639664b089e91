interface EarlyReply {
  /** Null: as anybody may ask. */
  token: string | null;
  response: Promise<Response>;
  askedAt: number;
}

/** What came longer ago may not be so any more. */
const FRESH_MS = 10_000;

const early = new Map<string, EarlyReply>();

/** For the call that asks for the same: see `takeEarlyReply`. An unused guess costs one request. */
export function keepEarlyReply(url: string, token: string | null, response: Promise<Response>): void {
  // Its caller sees that it failed, and asks again.
  response.catch(() => undefined);
  early.set(url, { token, response, askedAt: performance.now() });
}

/**
 * What every page asks for, which the server wrote into this one: by address, the reply to every reader. It comes with
 * `when`: known earlier, the screen would not be as it was drawn ahead. A page of the development server has none.
 */
export function keepGivenReplies(when: Promise<void>): void {
  const given = document.getElementById('given')?.textContent;
  if (!given) return;
  for (const [url, reply] of Object.entries(JSON.parse(given) as Record<string, unknown>)) {
    const response = when.then(() => Response.json(reply));
    keepEarlyReply(url, null, response);
  }
}

/** The response to this very call, once; undefined where nothing was asked ahead, as another user, or long ago. */
export function takeEarlyReply(url: string, token: string | null): Promise<Response> | undefined {
  const reply = early.get(url);
  early.delete(url);
  const isFresh = reply !== undefined && performance.now() - reply.askedAt < FRESH_MS;
  return isFresh && reply.token === token ? reply.response : undefined;
}
