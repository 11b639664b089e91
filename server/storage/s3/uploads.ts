import { createHash } from 'node:crypto';
import { type DiskSpace, requireFreeSpace } from '../disk-space.ts';
import { type Storage, type StoredBytes, createKey, requireKey } from '../storage.ts';
import { StorageDown } from '../read-bytes.ts';
import { type Bucket, keyOf, nameOf, shelfOf } from './bucket.ts';
import type { OpenUpload } from './upload-calls.ts';

/** Ignores a server that is down: what it does not remove now is left to the sweep. */
export const ignoreStorageDown = (work: Promise<unknown>): Promise<unknown> =>
  work.catch((error: unknown) => {
    if (!(error instanceof StorageDown)) throw error;
  });

interface Uploads extends Pick<Storage, 'receive' | 'keep'> {
  /** Aborts the upload of a key; false when this process has none. */
  discardUnkept(key: string): Promise<boolean>;
}

/** Opens the uploads of this process that are not objects yet. */
export function openUploads(bucket: Bucket, space: DiskSpace): Uploads {
  const open = new Map<string, OpenUpload>();
  async function discardUnkept(key: string): Promise<boolean> {
    const upload = open.get(key);
    open.delete(key);
    if (upload) await ignoreStorageDown(bucket.abort(upload));
    return upload !== undefined;
  }
  return {
    discardUnkept,

    async receive(source, given) {
      await requireFreeSpace(space);
      const key = requireKey(given ?? createKey());
      await discardUnkept(key);
      const upload = await bucket.begin(nameOf(key));
      open.set(key, upload);
      try {
        return { key, ...(await send(bucket, upload, source)) };
      } catch (error) {
        await discardUnkept(key);
        throw error;
      }
    },

    async keep({ key }) {
      const upload = open.get(key);
      if (!upload) throw new Error(`no bytes are waiting as ${key}`);
      await bucket.complete(upload);
      open.delete(key);
    },
  };
}

/** Aborts the uploads of a key by any process; false when there was none. */
export async function abortUploads(bucket: Bucket, key: string): Promise<boolean> {
  const uploads = (await bucket.listUploads(shelfOf(key))).filter(({ name }) => keyOf(name) === key);
  for (const upload of uploads) await bucket.abort(upload);
  return uploads.length > 0;
}

/** Sends the parts: one is filled while the previous one is on its way; the source waits for both. */
async function send(
  bucket: Bucket,
  upload: OpenUpload,
  source: AsyncIterable<Uint8Array>,
): Promise<Omit<StoredBytes, 'key'>> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  let sending: Promise<void> = Promise.resolve();
  try {
    for await (const part of splitParts(source)) {
      hash.update(part);
      sizeBytes += part.byteLength;
      await sending;
      sending = bucket.addPart(upload, part);
      // It is awaited above or below, even if the source fails first.
      sending.catch(() => undefined);
    }
  } finally {
    await sending.catch(() => undefined);
  }
  await sending;
  return { sizeBytes, sha256: hash.digest('hex') };
}

/** The smallest part that S3 accepts, except for the last one. */
export const PART_BYTES = 5 * 1024 * 1024;

/** Yields the bytes of a source as parts of equal length and a rest; for an empty source, one empty part. */
async function* splitParts(source: AsyncIterable<Uint8Array>, partBytes = PART_BYTES): AsyncGenerator<Buffer> {
  let part: Buffer | null = null;
  let filled = 0;
  let isFirst = true;
  for await (const piece of source) {
    let taken = 0;
    while (taken < piece.byteLength) {
      part ??= Buffer.allocUnsafeSlow(partBytes);
      const more = piece.subarray(taken, taken + partBytes - filled);
      part.set(more, filled);
      filled += more.byteLength;
      taken += more.byteLength;
      if (filled < partBytes) continue;
      yield part;
      [part, filled, isFirst] = [null, 0, false];
    }
  }
  if (filled > 0 || isFirst) yield part?.subarray(0, filled) ?? Buffer.alloc(0);
}
