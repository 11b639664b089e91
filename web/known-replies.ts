interface KnownReply {
  token: string | null;
  tag: string;
  body: unknown;
}

/** More than the pages of one browser poll at a time. */
const MOST = 50;

/** By address, the one used last at the end. In memory only: replies with personal data are stored nowhere. */
const known = new Map<string, KnownReply>();

/** The header by which the server sends nothing but 304 when the reply to this address is still the one known here. */
export function conditionFor(url: string, token: string | null): Record<string, string> {
  const reply = known.get(url);
  return reply !== undefined && reply.token === token ? { 'if-none-match': reply.tag } : {};
}

/** The body of a reply to a polled call: the known one on 304, else what came, which is known from now on. */
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
  if (known.size > MOST && oldest !== undefined) known.delete(oldest);
  return body;
}

/** What a session has read is gone with it. */
export const forgetReplies = (): void => known.clear();
