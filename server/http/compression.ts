import compress, { type FastifyCompressOptions } from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '../../contract/endpoint.ts';

const OPTIONS = {
  // In order of preference when a browser accepts several: the first takes the least processor time.
  encodings: ['zstd', 'br', 'gzip'],
  threshold: 1024,
  customTypes: /^application\/json\b/,
} as const satisfies FastifyCompressOptions;

/** Options for a route whose replies are compressed. */
export const COMPRESSED = { compress: { ...OPTIONS, encodings: [...OPTIONS.encodings] } };
const UNCOMPRESSED = { compress: false } as const;

/**
 * Offers compression of replies to the routes that ask for it. Bodies that arrive compressed are refused, because a few
 * bytes of them can unpack to gigabytes.
 */
export async function offerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, { global: false });
}

/**
 * Compresses only reads without a secret: the size of a compressed reply would reveal a secret next to text that
 * another user has chosen. The token of a session is in the reply to a POST.
 */
export const compressionOf = (endpoint: Endpoint) =>
  endpoint.method === 'GET' && !endpoint.hasSecret && endpoint.reply !== 'bytes' ? COMPRESSED : UNCOMPRESSED;
