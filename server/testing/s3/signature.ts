import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { crc32 } from 'node:zlib';

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const hashToHex = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const hashToBase64 = (name: string, bytes: Uint8Array) => createHash(name).update(bytes).digest('base64');
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

const AUTHORIZATION =
  /^AWS4-HMAC-SHA256 Credential=([^/]+)\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/;

/**
 * Returns S3's name for the fault of a request; null: it is signed with these credentials (AWS Signature Version 4).
 */
export function findSignatureFault(
  request: IncomingMessage,
  { accessKeyId, secretAccessKey }: Credentials,
): string | null {
  const [, id = '', scope = '', names = '', signature] = AUTHORIZATION.exec(request.headers.authorization ?? '') ?? [];
  if (signature === undefined) return 'AccessDenied';
  if (id !== accessKeyId) return 'InvalidAccessKeyId';
  const url = new URL(request.url ?? '/', 'http://localhost');
  const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort();
  const headerOf = (name: string) =>
    String(request.headers[name] ?? '')
      .trim()
      .replace(/ +/g, ' ');
  const canonical = [
    request.method,
    url.pathname
      .split('/')
      .map((part) => encoded(decodeURIComponent(part)))
      .join('/'),
    query.join('&'),
    ...names.split(';').map((name) => `${name}:${headerOf(name)}`),
    '',
    names,
    headerOf('x-amz-content-sha256'),
  ].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', headerOf('x-amz-date'), scope, hashToHex(canonical)].join('\n');
  const key = scope.split('/').reduce<string | Buffer>((one, part) => hmac(one, part), `AWS4${secretAccessKey}`);
  return hmac(key, toSign).toString('hex') === signature ? null : 'SignatureDoesNotMatch';
}

/** Compares a body with every sum that was sent with it. */
export function findBodyFault({ headers }: IncomingMessage, body: Buffer): string | null {
  const sent = headers['x-amz-content-sha256'];
  if (sent !== 'UNSIGNED-PAYLOAD' && sent !== hashToHex(body)) return 'XAmzContentSHA256Mismatch';
  if (headers['content-md5'] !== undefined && headers['content-md5'] !== hashToBase64('md5', body)) return 'BadDigest';
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(crc32(body));
  const sums = {
    'x-amz-checksum-crc32': crc.toString('base64'),
    'x-amz-checksum-sha256': hashToBase64('sha256', body),
  };
  const wrong = Object.entries(sums).some(([name, sum]) => headers[name] !== undefined && headers[name] !== sum);
  return wrong ? 'BadDigest' : null;
}
