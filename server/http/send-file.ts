import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Download, InlineFile } from './call.ts';
import { sendInline } from './inline-file.ts';

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
