import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP } from 'node:net';
import { hostOf } from './webhook-addresses.ts';
import { type PostOptions, createLookup, requireAllowed } from './post-message.ts';
import { lookup as lookUpName } from 'node:dns';

const MAX_REPLY_BYTES = 1_000_000;
const UNREACHABLE = 'OutsideUnreachable';

interface Sending {
  method: string;
  headers: Record<string, string>;
  /** A text, or a form. */
  body?: { toString(): string } | null;
  signal?: AbortSignal | undefined;
}

/** Whether another server did not answer, rather than answered something wrong. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof Error && (error.name === UNREACHABLE || error.name === 'TimeoutError' || isUnreachable(error.cause));

/** Returns a `fetch` for other servers by the rule of `openMessagePost`: nothing of the own network, no redirects. */
export const openFetch =
  ({ networks, lookUp = lookUpName }: Pick<PostOptions, 'networks' | 'lookUp'>) =>
  async (address: string, { method, headers, body, signal }: Sending): Promise<Response> => {
    const url = new URL(address);
    const host = hostOf(url);
    const text = body?.toString() ?? '';
    try {
      if (isIP(host) !== 0) requireAllowed(url, [host], networks);
      const request = url.protocol === 'https:' ? requestSecure : requestPlain;
      const sent = request(url, {
        method,
        headers: { ...headers, ...(text !== '' && { 'content-length': Buffer.byteLength(text) }), connection: 'close' },
        agent: false,
        ...(signal && { signal }),
        lookup: createLookup(url, { networks, lookUp }),
      });
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        sent.on('response', resolve).on('error', reject).end(text);
      });
      const bytes = await readWhole(response);
      const type = response.headers['content-type'];
      return new Response(bytes.length === 0 ? null : bytes, {
        status: response.statusCode ?? 500,
        headers: type === undefined ? {} : { 'content-type': type },
      });
    } catch (error) {
      throw Object.assign(new Error(`${host} does not answer`, { cause: error }), { name: UNREACHABLE });
    }
  };

async function readWhole(response: IncomingMessage): Promise<Buffer<ArrayBuffer>> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_REPLY_BYTES) throw new Error('the reply is too long');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
