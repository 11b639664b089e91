import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { makeBucket, s3Error, type S3Reply } from './bucket.ts';
import { findBodyFault, findSignatureFault, type Credentials } from './signature.ts';

/** What happens to a request instead of a response; with `cut` and `half` the operation itself is still done. */
export type Trouble = 'cut' | 'half' | 'hang' | 'refuse' | 'damage' | 'error' | null;

export interface S3Request {
  method: string;
  /** Path without the bucket. */
  name: string;
  query: URLSearchParams;
}

export const CREDENTIALS: Credentials = { accessKeyId: 'the-portal', secretAccessKey: 'only/for+tests' };

export const BUCKET = 'tunedesk-files';

/**
 * Implements as much of S3 as the portal uses, in memory, for tests: it verifies signatures and sums, refuses small
 * parts, and makes trouble on request. `npm run test:long s3` runs the same tests against a real one.
 */
export async function startS3Server(trouble: (request: S3Request) => Trouble = () => null) {
  const bucket = makeBucket();
  const requests: string[] = [];
  const state = { trouble };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const [, at = '', ...rest] = decodeURIComponent(url.pathname).split('/');
    const asked = { method: request.method ?? '', name: rest.join('/'), query: url.searchParams };
    requests.push(`${asked.method} ${asked.name}`);
    const made = state.trouble(asked);
    if (made === 'refuse') return void request.destroy();
    const body = await buffer(request);
    if (made === 'hang') return;
    if (made === 'error') return send(response, s3Error(503, 'SlowDown'), false);
    if (made === 'damage') body[0] = (body[0] ?? 0) ^ 1;
    const reply = replyTo(request, asked, at, body);
    if (made === 'cut') return void request.destroy();
    send(response, reply, made === 'half');
  }

  function replyTo(request: IncomingMessage, asked: S3Request, at: string, body: Buffer): S3Reply {
    const denied = findSignatureFault(request, CREDENTIALS);
    if (denied !== null) return s3Error(403, denied);
    const wrong = findBodyFault(request, body);
    if (wrong !== null) return s3Error(400, wrong);
    if (at !== BUCKET) return s3Error(404, 'NoSuchBucket');
    return work(request, asked, body);
  }

  function work({ headers }: IncomingMessage, { method, name, query }: S3Request, body: Buffer): S3Reply {
    const upload = query.get('uploadId');
    if (method === 'GET' && name === '')
      return query.has('uploads') ? bucket.listUploads(query.get('prefix') ?? '') : bucket.list(query);
    if (method === 'GET' || method === 'HEAD') return bucket.get(name, headers.range);
    if (method === 'DELETE') return upload === null ? bucket.remove(name) : bucket.abort(upload);
    if (method === 'POST') return upload === null ? bucket.begin(name) : bucket.complete(upload, body.toString());
    if (upload !== null) return bucket.putPart(upload, Number(query.get('partNumber')), body);
    const source = headers['x-amz-copy-source'];
    if (source === undefined) return bucket.put(name, body);
    return bucket.copy(decodeURIComponent(String(source)).replace(/^\/?[^/]+\//, ''), name);
  }

  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    bucket,
    /** Every request so far, such as `PUT objects/ab/…`. */
    requests,
    endpoint,
    url: `s3://${BUCKET}?endpoint=${encodeURIComponent(endpoint)}&region=eu-central-1`,
    set trouble(next: typeof trouble) {
      state.trouble = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** `half`: the connection ends in the middle of the body. */
function send(response: ServerResponse, { status, headers = {}, body = '' }: S3Reply, half: boolean): void {
  const isHead = response.req.method === 'HEAD';
  response.writeHead(status, { ...headers, ...(status === 204 ? {} : { 'content-length': Buffer.byteLength(body) }) });
  if (isHead || status === 204) return void response.end();
  if (!half) return void response.end(body);
  response.write(body.slice(0, Math.floor(body.length / 2)), () => response.destroy());
}
