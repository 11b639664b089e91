import { brotliDecompressSync, gunzipSync, gzipSync, zstdDecompressSync } from 'node:zlib';
import { request, type IncomingHttpHeaders } from 'node:http';
import * as z from 'zod/mini';
import { beforeAll, describe, expect, test } from 'vitest';
import { requestPasswordReset } from '../../features/accounts/accounts.calls.ts';
import { endpoints } from '../../app/endpoints.ts';
import { buildFile } from '../../features/files/server/files.factory.ts';
import { compressionOf } from './compression.ts';
import { admin, app, openStage } from '../testing/stage.ts';

openStage();
beforeAll(async () => {
  for (let count = 0; count < 12; count += 1) await buildFile(app.deps);
});

interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
}

interface Asked {
  method?: string;
  accepts?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** Sends a request without `fetch`, which would decompress the response. */
function ask(path: string, { method = 'GET', accepts, headers = {}, body }: Asked = {}): Promise<Reply> {
  const accepted = accepts === undefined ? {} : { 'accept-encoding': accepts };
  return new Promise((resolve, reject) => {
    const call = request(
      `${app.url}/api${path}`,
      { method, headers: { authorization: `Bearer ${admin.token}`, ...accepted, ...headers } },
      (reply) => {
        const chunks: Buffer[] = [];
        reply.on('data', (chunk: Buffer) => chunks.push(chunk));
        reply.on('end', () =>
          resolve({ status: reply.statusCode ?? 0, headers: reply.headers, bytes: Buffer.concat(chunks) }),
        );
        reply.on('error', reject);
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}

const EVERY_KIND = 'gzip, br, zstd';
const UNPACK = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync };
/** A page contains the time when it was read. */
const withoutTime = (bytes: Buffer) => bytes.toString().replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '');
const PAGE = '/files?limit=10';
const WHOLE = '/files';

describe('a response above 1 kB', () => {
  test.each([
    ['zstd', 'gzip, deflate, br, zstd'],
    ['br', 'gzip, deflate, br'],
    ['gzip', 'gzip, deflate'],
  ] as const)('is sent as %s to clients that accept %s', async (encoding, accepts) => {
    for (const path of [PAGE, WHOLE, '/openapi.json']) {
      const plain = await ask(path);
      const packed = await ask(path, { accepts });
      expect([packed.status, packed.headers['content-encoding']]).toEqual([200, encoding]);
      expect(packed.headers['vary']).toContain('accept-encoding');
      expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
      expect(withoutTime(UNPACK[encoding](packed.bytes))).toBe(withoutTime(plain.bytes));
      expect([plain.headers['content-encoding'], packed.headers['content-type']]).toEqual([
        undefined,
        plain.headers['content-type'],
      ]);
    }
  });

  test('is sent uncompressed without Accept-Encoding, and to clients that accept no supported kind', async () => {
    for (const accepts of [undefined, 'identity', 'deflate']) {
      const { headers, bytes } = await ask(PAGE, accepts === undefined ? {} : { accepts });
      expect(headers['content-encoding']).toBeUndefined();
      expect(JSON.parse(bytes.toString())).toHaveProperty('rows');
    }
  });
});

test('a short response is not compressed', async () => {
  const { headers, bytes } = await ask('/files?limit=1', { accepts: EVERY_KIND });
  expect(bytes.length).toBeLessThan(1024);
  expect(headers['content-encoding']).toBeUndefined();
});

test('a compressed response has the ETag of the plain one, which then gets 304 without a body', async () => {
  const plain = await ask(PAGE);
  const packed = await ask(PAGE, { accepts: 'br' });
  expect(packed.headers.etag).toBe(plain.headers.etag);
  const again = await ask(PAGE, { accepts: 'br', headers: { 'if-none-match': packed.headers.etag ?? '' } });
  expect([again.status, again.bytes.length, again.headers['content-encoding']]).toEqual([304, 0, undefined]);
});

test('HEAD is refused with 405', async () => {
  expect((await ask(PAGE, { method: 'HEAD', accepts: 'gzip' })).status).toBe(405);
});

test('a compressed request body is not decompressed', async () => {
  const reply = await ask('/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: gzipSync(JSON.stringify({ email: 'ana@example.com', password: 'Petrol-Teal-26' })),
  });
  expect([reply.status, JSON.parse(reply.bytes.toString())]).toEqual([
    400,
    expect.objectContaining({ code: 'http.bad_json' }),
  ]);
});

test('a mail of the outbox is sent uncompressed, because of the links in it', async () => {
  await app.call(requestPasswordReset, { email: admin.email });
  const { id } = await app.db
    .updateTable('mails')
    .set({ text_body: 'Choose a new password. '.repeat(100) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { status, headers, bytes } = await ask(`/outbox/${id}`, { accepts: EVERY_KIND });
  expect([status, headers['content-encoding']]).toEqual([200, undefined]);
  expect(bytes.length).toBeGreaterThan(1024);
});

test('a download is sent uncompressed', async () => {
  const { status, headers } = await ask('/users/csv', { accepts: EVERY_KIND });
  expect([status, headers['content-encoding']]).toEqual([200, undefined]);
});

test('an event stream is sent uncompressed', async () => {
  const controller = new AbortController();
  const { headers } = await fetch(`${app.url}/api/events`, {
    headers: { authorization: `Bearer ${admin.token}`, 'accept-encoding': EVERY_KIND },
    signal: controller.signal,
  });
  expect([headers.get('content-type'), headers.get('content-encoding')]).toEqual([
    'text/event-stream; charset=utf-8',
    null,
  ]);
  controller.abort();
});

/** Lists the names of the fields of a reply, however deep they are. */
const fieldsOf = (schema: z.ZodMiniType): string[] =>
  [...JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'output' })).matchAll(/"(\w+)":\{/g)].map(
    ([, name]) => name as string,
  );

const SECRET = /token|password|secret|nonce|proof|cookie|api_?key/i;
/** Fields that only state whether there is one. */
const IS_FLAG = /^(has|is|must)_/;

test('no compressed response has a field for a secret', () => {
  const found = endpoints.flatMap((endpoint) => {
    const { reply } = endpoint;
    if (reply === 'bytes') return [];
    const secrets = fieldsOf(reply).filter((name) => SECRET.test(name) && !IS_FLAG.test(name));
    return secrets.map((name) => [endpoint.path, name, compressionOf(endpoint).compress !== false]);
  });
  expect(found.filter(([, , isCompressed]) => isCompressed)).toEqual([]);
  expect(found.map(([path]) => path)).toEqual(expect.arrayContaining(['/login', '/register', '/auth/google']));
});
