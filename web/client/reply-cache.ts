interface KnownReply {
  token: string | null;
  tag: string;
  body: unknown;
}

/** More replies than one browser's pages poll at a time. */
const MAX_REPLIES = 50;

/** By URL, most recently used last. In memory only, because replies with personal data must not be stored. */
const known = new Map<string, KnownReply>();

/** Returns the header that lets the server respond with 304 if its reply is still the one known here. */
export function createConditionHeader(url: string, token: string | null): Record<string, string> {
  const reply = known.get(url);
  return reply !== undefined && reply.token === token ? { 'if-none-match': reply.tag } : {};
}

/** Returns the body of a polled reply: the known one on 304, otherwise the new one, which is stored. */
export async function readPolled(url: string, token: string | null, response: Response): Promise<unknown> {
  const before = known.get(url);
  known.delete(url);
  if (response.status === 304 && before !== undefined) {
    known.set(url, before);
    return before.body;
  }
  const body: unknown = await response.json();
  const tag = response.headers.get('etag');
  if (tag !== null) known.set(url, { token, tag, body });
  const [oldest] = known.keys();
  if (known.size > MAX_REPLIES && oldest !== undefined) known.delete(oldest);
  return body;
}

/** Called when a session ends, so that nothing it has read remains. */
export const forgetReplies = (): void => known.clear();
