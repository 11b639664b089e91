import { createHash } from 'node:crypto';

/** The SHA-256 of bytes that arrive in pieces, in lower-case hex; on this thread, for commands and for what is short. */
export async function hashPieces(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}
