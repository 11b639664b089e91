import { Agent, request, type IncomingHttpHeaders } from 'node:http';

export interface RawReply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

export interface RawCall {
  method: string;
  /** The path as sent over the wire: unlike in `fetch`, nothing is normalised. */
  path: string;
  token?: string | undefined;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

/** Each call has a connection of its own: the one before may be about to be cut off. */
const agent = new Agent({ keepAlive: true, maxFreeSockets: 0 });

/** Makes a call that a browser would not make. */
export function rawCall(url: string, { method, path, token, headers = {}, body }: RawCall): Promise<RawReply> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const call = request(
      { agent, hostname, port, method, path, headers: { ...authorization, ...headers } },
      (reply) => {
        let text = '';
        reply.setEncoding('utf8');
        reply.on('data', (chunk: string) => (text += chunk));
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text }));
        reply.on('error', reject);
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}

const BOUNDARY = 'tunedesk-test-boundary';

export interface Part {
  name: string;
  value: string | Uint8Array;
  fileName?: string;
  type?: string;
}

/** Builds a multipart body with exactly these parts in exactly this order. */
export function multipart(parts: readonly Part[]): { headers: Record<string, string>; body: Buffer } {
  const pieces = parts.flatMap(
    ({ name, value, fileName, type = fileName === undefined ? '' : 'application/octet-stream' }) => [
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}\r\n` +
        `${type && `content-type: ${type}\r\n`}\r\n`,
      value,
      '\r\n',
    ],
  );
  const body = Buffer.concat([...pieces, `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece as string)));
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, 'content-length': String(body.length) },
    body,
  };
}

/** Returns the policy of the portal's pages: what they may load, and where their forms may go. */
export async function policyOfPages({ url }: { url: string }): Promise<string> {
  const { headers } = await rawCall(url, { method: 'GET', path: '/' });
  return String(headers['content-security-policy']);
}
