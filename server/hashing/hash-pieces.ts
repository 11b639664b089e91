import { createHash } from 'node:crypto';

/**
 * Returns the SHA-256 of bytes that arrive in chunks, in lower-case hex; on this thread, for commands and short input.
 */
export async function hashPieces(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}
