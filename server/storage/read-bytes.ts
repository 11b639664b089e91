import type { Storage } from './storage.ts';

/** The storage has no such object, in quarantine neither. */
export class BytesMissing extends Error {
  constructor(key: string) {
    super(`the bytes of ${key} are gone from the storage`);
  }
}

/**
 * Stored bytes as a whole, in memory of their own; for files, which have a limit. Piece by piece, so that no call
 * waits.
 */
export async function readBytes(storage: Storage, key: string): Promise<Uint8Array<ArrayBuffer>> {
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
