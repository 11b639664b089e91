import { lookup as lookUpName, type LookupAddress, type LookupOptions } from 'node:dns';
import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { hostOf, refuseAddress } from './webhook-addresses.ts';

const TIMEOUT_MS = 15_000;
/** Bytes of the reply that are read; the rest is not waited for. */
const MAX_REPLY_BYTES = 2000;
const MAX_REPLY_LENGTH = 500;

export interface Sending {
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface Reply {
  status: number;
  text: string;
}

/** Throws with the reason when there is no reply. */
export type PostMessage = (sending: Sending) => Promise<Reply>;

type LookUp = (
  name: string,
  options: LookupOptions & { all: true },
  done: (error: Error | null, addresses: LookupAddress[]) => void,
) => void;

export interface PostOptions {
  networks: readonly string[];
  timeoutMs?: number;
  lookUp?: LookUp;
}

/**
 * Posts to other servers, and never to this machine or its network unless the operator has named the address. A name is
 * looked up once, every address that it has is examined, and the connection is made to one of these; a redirect is a
 * reply like any other.
 */
export const openMessagePost =
  ({ networks, timeoutMs = TIMEOUT_MS, lookUp = lookUpName }: PostOptions): PostMessage =>
  async ({ url: text, headers, body }) => {
    const url = new URL(text);
    const host = hostOf(url);
    if (isIP(host) !== 0) requireAllowed(url, [host], networks);
    const signal = AbortSignal.timeout(timeoutMs);
    const request = url.protocol === 'https:' ? requestSecure : requestPlain;
    const sent = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' },
      agent: false,
      signal,
      lookup: createLookup(url, { networks, lookUp }),
    });
    try {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        sent.on('response', resolve).on('error', reject).end(body);
      });
      return { status: response.statusCode ?? 0, text: await readStart(response) };
    } catch (error) {
      if (signal.aborted) throw new Error(`no reply within ${timeoutMs / 1000} seconds`, { cause: error });
      throw error;
    } finally {
      sent.destroy();
    }
  };

export function requireAllowed(url: URL, addresses: readonly string[], networks: readonly string[]): void {
  for (const address of addresses) {
    const refused = refuseAddress(url, address, networks);
    if (refused === 'PRIVATE') throw new Error(`${hostOf(url)} leads to ${address}, which is not a public address`);
    if (refused === 'INSECURE') throw new Error('the address must begin with https://');
  }
}

/** Returns how the connection finds its address: it gets nothing but what was examined. */
export const createLookup =
  (url: URL, { networks, lookUp }: Required<Pick<PostOptions, 'networks' | 'lookUp'>>): LookupFunction =>
  (name, options, done) => {
    lookUp(name, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, []);
      try {
        requireAllowed(
          url,
          addresses.map(({ address }) => address),
          networks,
        );
      } catch (refused) {
        return done(refused as Error, []);
      }
      const [first] = addresses;
      if (options.all === true || first === undefined) return done(null, addresses);
      return done(null, first.address, first.family);
    });
  };

/** Control characters, which a database cannot store or a page cannot show. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}]/gu;

async function readStart(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part);
    bytes += part.length;
    if (bytes >= MAX_REPLY_BYTES) break;
  }
  const text = Buffer.concat(parts).subarray(0, MAX_REPLY_BYTES).toString('utf8');
  return text.replace(UNSEEN, ' ').trim().slice(0, MAX_REPLY_LENGTH);
}
