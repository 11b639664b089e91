import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Download, InlineFile } from './call.ts';
import type { ByteRange } from '../storage/storage.ts';
import { HttpProblem } from './replies.ts';

export const sendFile = (file: Download | InlineFile, request: FastifyRequest, reply: FastifyReply) =>
  'read' in file ? sendInline(file, request, reply) : sendBytes(file, reply);

function sendBytes(download: Download, reply: FastifyReply): FastifyReply {
  const plain = download.fileName.replace(/[^\x20-\x7E]|["\\%]/g, '_');
  if (download.sizeBytes !== null) reply.header('content-length', String(download.sizeBytes));
  if (download.headers !== undefined) reply.headers(download.headers);
  return reply
    .header('content-type', 'application/octet-stream')
    .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${encodeName(download.fileName)}`)
    .header('cache-control', 'no-store')
    .send(download.stream);
}

/** Encodes a name as in RFC 8187; encodeURIComponent leaves in a few characters that are not allowed there. */
function encodeName(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The bytes under a name never change. */
const FOR_EVER = 'public, max-age=31536000, immutable';

/** When opened as a page of its own, it is shown but may do nothing. */
const NOTHING_ALLOWED =
  "default-src 'none'; base-uri 'none'; img-src 'self'; media-src 'self'; frame-ancestors 'none'; sandbox";

/** Sends what a page shows; a video player requests it in parts (RFC 9110, section 14). */
async function sendInline(shown: InlineFile, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const tag = `"${shown.name}"`;
  reply
    .header('content-type', shown.contentType)
    .header('content-security-policy', NOTHING_ALLOWED)
    .header('accept-ranges', 'bytes')
    .header('cache-control', FOR_EVER)
    .header('etag', tag);
  if (request.headers['if-none-match'] === tag) return reply.status(304).send();
  const isStale = request.headers['if-range'] !== undefined && request.headers['if-range'] !== tag;
  const range = isStale ? 'whole' : readRange(request.headers.range, shown.sizeBytes);
  if (range === 'outside') {
    reply.header('content-range', `bytes */${shown.sizeBytes}`).header('cache-control', 'no-store');
    throw new HttpProblem(416, 'errors.http.range');
  }
  if (range === 'whole') return reply.header('content-length', shown.sizeBytes).send(await shown.read());
  return reply
    .status(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${shown.sizeBytes}`)
    .header('content-length', range.end - range.start + 1)
    .send(await shown.read(range));
}

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/** Reads the requested range. A request for several parts, or in another unit, gets the whole, which is permitted. */
function readRange(header: string | undefined, sizeBytes: number): ByteRange | 'whole' | 'outside' {
  const [, first = '', last = ''] = ONE_RANGE.exec(header ?? '') ?? [];
  if (first === '' && last === '') return 'whole';
  if (first === '') {
    const length = Math.min(Number(last), sizeBytes);
    return length === 0 ? 'outside' : { start: sizeBytes - length, end: sizeBytes - 1 };
  }
  const start = Number(first);
  if (start >= sizeBytes) return 'outside';
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  return end < start ? 'whole' : { start, end };
}
