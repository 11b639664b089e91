import { fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { AiUpload, DtcTable } from '../../../features/dtc-off/dtc-session.ts';
import type { ServerCommand, Figures, Ready } from './server.ts';

/** Starts the server of this folder; the process itself responds to `ask`, everything else goes over HTTP. */
export async function startServer() {
  const server = fork(fileURLToPath(new URL('server.ts', import.meta.url)), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const next = async <Body>(): Promise<Body> => {
    const [message] = (await once(server, 'message')) as [{ reply: Body }];
    return message.reply;
  };
  const ready = await next<Ready>();
  const ask = async <Body>(what: ServerCommand): Promise<Body> => {
    const reply = next<Body>();
    server.send(what);
    return reply;
  };
  return {
    ...ready,
    figures: () => ask<Figures>('figures'),
    processor: () => ask<number>('processor'),
    stop: () => ask('stop'),
  };
}

export type Server = Awaited<ReturnType<typeof startServer>>;

interface Reply<Body> {
  status: number;
  body: Body;
  /** Time from the last byte sent to the last byte received. */
  ms: number;
}

/** The body of every refusal. */
export type Problem = { code: string; message: string };

function send<Body>(url: string, token: string, type: string, body: Uint8Array): Promise<Reply<Body & Problem>> {
  return new Promise((resolve, reject) => {
    let sentAt = 0;
    const call = request(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': body.length },
    });
    call.on('finish', () => {
      sentAt = performance.now();
    });
    call.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        const isJson = response.headers['content-type']?.includes('json') ?? false;
        resolve({
          status: response.statusCode ?? 0,
          body: (isJson ? JSON.parse(bytes.toString()) : {}) as Body & Problem,
          ms: performance.now() - sentAt,
        });
      });
    });
    call.on('error', reject);
    call.end(body);
  });
}

const BOUNDARY = 'a-boundary-of-the-soak';

export const upload = (url: string, token: string, bytes: Uint8Array) =>
  send<AiUpload>(
    `${url}/api/ai/upload`,
    token,
    `multipart/form-data; boundary=${BOUNDARY}`,
    Buffer.concat([
      Buffer.from(
        `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="soak.bin"\r\ncontent-type: application/octet-stream\r\n\r\n`,
      ),
      bytes,
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]),
  );

const sendJson = <Body>(url: string, token: string, fields: object) =>
  send<Body>(url, token, 'application/json', Buffer.from(JSON.stringify(fields)));

export const getDtcs = (url: string, token: string, { fileName, ecuinfo }: AiUpload) =>
  sendJson<DtcTable>(`${url}/api/ai/get-dtcs`, token, { file_name: fileName, ecu_id: ecuinfo.ecuId });

export const switchOff = (url: string, token: string, { fileName, ecuinfo }: AiUpload, codes: readonly string[]) =>
  sendJson<object>(`${url}/api/ai/dtc-off`, token, {
    file_name: fileName,
    ecu_id: ecuinfo.ecuId,
    dtcs: codes.join(';'),
    is_first: true,
    declared_use: 'TEST_BENCH',
  });
