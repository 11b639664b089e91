import type { Storage } from './storage.ts';

/** Thrown when the storage has no such object, not even in quarantine. */
export class BytesMissing extends Error {
  constructor(key: string) {
    super(`the bytes of ${key} are gone from the storage`);
  }
}

/**
 * Reads stored bytes as a whole into memory of their own; for files, whose size is limited. Reads chunk by chunk, so
 * that no call has to wait.
 */
export async function readBytes(storage: Storage, key: string): Promise<Uint8Array<ArrayBuffer>> {
  const recent = storage.recall?.(key) ?? null;
  if (recent !== null) return recent;
  const found = await storage.read(key);
  if (found === null) throw new BytesMissing(key);
  const bytes = new Uint8Array(found.sizeBytes);
  let at = 0;
  for await (const piece of found.stream as AsyncIterable<Uint8Array>) {
    bytes.set(piece, at);
    at += piece.byteLength;
  }
  if (at !== bytes.length) throw new Error(`the bytes of ${key} ended at ${at} of ${bytes.length}`);
  return bytes;
}

/** Thrown when the storage cannot be reached, or refuses us. The caller may try again: nothing is left half stored. */
export class StorageDown extends Error {
  constructor(cause: unknown) {
    const { name = '', message = '' } = cause instanceof Error ? cause : {};
    super(`the storage cannot be used: ${[name, message].filter(Boolean).join(': ')}`, { cause });
  }
}
