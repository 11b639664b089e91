import { Readable } from 'node:stream';
import type { ByteRange } from '../storage.ts';
import { StorageDown } from '../storage-down.ts';
import type { Bucket } from './bucket.ts';

/** How often in a row a read that breaks off is resumed where it stopped. */
const MAX_BREAKS = 3;

/** Reads an object, or a part of it, over as many connections as it takes. */
export async function openObject(bucket: Bucket, name: string, range?: ByteRange) {
  const first = await bucket.get(name, range);
  if (first === null) return null;
  const { start, end } = range ?? { start: 0, end: first.sizeBytes - 1 };
  const last = Math.min(end, first.sizeBytes - 1);
  async function* pieces() {
    let found: Awaited<ReturnType<Bucket['get']>> = first;
    let at = start;
    for (let breaks = 0; ; breaks += 1) {
      try {
        for await (const piece of found?.stream ?? []) {
          at += (piece as Buffer).byteLength;
          breaks = 0;
          yield piece as Buffer;
        }
      } catch (error) {
        if (breaks >= MAX_BREAKS) throw new StorageDown(error);
      }
      if (at > last) return;
      if (breaks >= MAX_BREAKS) throw new StorageDown(new Error(`${name} ended at ${at} of ${last + 1}`));
      found = await bucket.get(name, { start: at, end: last }, first?.etag);
    }
  }
  const stream = Readable.from(pieces(), { objectMode: false });
  // A reader may leave before the first piece.
  stream.once('close', () => first.stream.destroy());
  return { stream, sizeBytes: first.sizeBytes };
}
