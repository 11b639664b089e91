import { Readable } from 'node:stream';
import { openSha256 } from '../hashing/sha256.ts';
import { StorageDown } from '../storage/read-bytes.ts';

/**
 * Passes the same bytes through and compares them with their recorded hash on the way. The last chunk waits for that: a
 * stream with other bytes, or one that cannot be read to its end, breaks off and never ends as if it were whole.
 */
export function compareWhileSent(stored: Readable, sha256: string, onDamaged: () => Promise<void>): Readable {
  const compared = Readable.from(verifyPieces(stored, sha256, onDamaged), { objectMode: false });
  // Needed even if no byte of it was read.
  compared.once('close', () => stored.destroy());
  return compared;
}

async function* verifyPieces(stored: Readable, sha256: string, onDamaged: () => Promise<void>) {
  const hash = openSha256();
  let last: Uint8Array | null = null;
  let hasEnded = false;
  let damage: unknown = null;
  stored.once('error', (error) => (damage = error));
  try {
    for await (const piece of stored as AsyncIterable<Uint8Array>) {
      if (last !== null) yield last;
      await hash.update(piece);
      last = piece;
    }
    hasEnded = true;
    if ((await hash.digest()) !== sha256)
      throw (damage = new Error('the stored bytes are not those that were recorded'));
  } catch (error) {
    // Neither a storage that is down nor a reader who leaves, whose error arrives here too, means damage.
    if (error === damage && !(error instanceof StorageDown)) await onDamaged();
    throw error;
  } finally {
    if (!hasEnded) hash.abandon();
  }
  if (last !== null) yield last;
}
