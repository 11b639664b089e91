interface EarlyReply {
  token: string;
  response: Promise<Response>;
  askedAt: number;
}

/** What came longer ago may not be so any more. */
const FRESH_MS = 10_000;

const early = new Map<string, EarlyReply>();

/** For the call that asks for the same: see `takeEarlyReply`. A guess that nobody takes costs one request. */
export function keepEarlyReply(url: string, token: string, response: Promise<Response>): void {
  // Whoever takes it sees that it failed, and asks again.
  response.catch(() => undefined);
  early.set(url, { token, response, askedAt: performance.now() });
}

/** The response to this very call, once; undefined where nothing was asked ahead, as somebody else, or long ago. */
export function takeEarlyReply(url: string, token: string | null): Promise<Response> | undefined {
  const reply = early.get(url);
  early.delete(url);
  const isFresh = reply !== undefined && performance.now() - reply.askedAt < FRESH_MS;
  return isFresh && reply.token === token ? reply.response : undefined;
}
