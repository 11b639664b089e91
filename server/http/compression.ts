import compress, { type FastifyCompressOptions } from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '../../portal/endpoint.ts';
import { schemasOf } from '../../portal/endpoints.ts';

const OPTIONS = {
  // In this order where a browser takes several of them: the first costs the least of the processor.
  encodings: ['zstd', 'br', 'gzip'],
  threshold: 1024,
  customTypes: /^application\/json\b/,
} as const satisfies FastifyCompressOptions;

/** For the declaration of a route whose replies are compressed. */
export const COMPRESSED = { compress: { ...OPTIONS, encodings: [...OPTIONS.encodings] } };
const AS_IT_IS = { compress: false } as const;

/**
 * Compression of replies, for the routes that ask for it. Bodies that arrive compressed are refused, because a few bytes
 * of them can unpack to gigabytes.
 */
export async function offerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, { global: false });
}

/**
 * Only what is read, and has no secret: the size of a compressed reply would give away a secret that stands beside text
 * which another user has chosen. The token of a session is in the reply to a POST.
 */
export const compressionOf = (endpoint: Endpoint) =>
  endpoint.method === 'GET' && !endpoint.hasSecret && schemasOf(endpoint).reply !== 'bytes' ? COMPRESSED : AS_IT_IS;
