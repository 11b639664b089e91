import { createHash } from 'node:crypto';
import type { Storage } from '../storage/storage.ts';
import type { StoredReference } from './references.ts';

export type Fault = 'MISSING' | 'SIZE' | 'SHA256' | 'UNREADABLE';

/** Called with the number of bytes just read; the next ones wait for it. */
export type Pace = (bytes: number) => Promise<void>;

/** Checks that the stored bytes match their row. Without a recorded SHA-256, only their number is compared. */
export async function verifyObject(
  storage: Pick<Storage, 'read'>,
  { key, size_bytes, sha256 }: Pick<StoredReference, 'key' | 'size_bytes' | 'sha256'>,
  pace: Pace,
): Promise<Fault | null> {
  const found = await storage.read(key).catch(() => 'UNREADABLE' as const);
  if (found === null) return 'MISSING';
  if (found === 'UNREADABLE') return found;
  if (found.sizeBytes !== size_bytes || sha256 === null) {
    found.stream.destroy();
    return found.sizeBytes === size_bytes ? null : 'SIZE';
  }
  const hash = createHash('sha256');
  const pieces = found.stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  try {
    for (;;) {
      const piece = await pieces.next().catch(faultOf);
      if (typeof piece === 'string') return piece;
      if (piece.done === true) return hash.digest('hex') === sha256 ? null : 'SHA256';
      hash.update(piece.value);
      await pace(piece.value.byteLength);
    }
  } finally {
    found.stream.destroy();
  }
}

/** The file may have been removed between finding and reading it. */
const faultOf = (error: unknown): Fault =>
  (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'MISSING' : 'UNREADABLE';
