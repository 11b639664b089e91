import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { DiskSpace } from './disk-space.ts';

/** Bytes that have arrived and are on disk, but belong to nothing yet. */
export interface StoredBytes {
  key: string;
  sizeBytes: number;
  /** Lower-case hex. */
  sha256: string;
}

/** A range of bytes, from the first to the last one inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** Returns a new name for stored bytes, which no other bytes have. */
export const createKey = (): string => randomBytes(16).toString('hex');

export const isKey = (text: string): boolean => /^[0-9a-f]{32}$/.test(text);

/** Throws for a name that is not a key, so that it is never looked up. */
export const requireKey = (key: string): string => {
  if (!isKey(key)) throw new Error(`${JSON.stringify(key)} is no key of stored bytes`);
  return key;
};

/** Returns whether this is a day in quarantine. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/**
 * Where the bytes of files are stored. Keys are random and never reused. `receive` leaves the bytes in a waiting room;
 * `keep` makes them permanent before a row names them, so that a row never names bytes that are not safe.
 *
 * Every implementation runs `storageConformance`. Anything that changes bytes on their way, such as compression, is a
 * function from one storage to another that replaces only `receive` and `read`: lengths, ranges and hashes are those of
 * the bytes as they were received, whatever is below.
 */
export interface Storage {
  /** Room for more bytes. `receive` refuses while it is low. */
  space: DiskSpace;
  /**
   * Stores bytes as they arrive, and holds no more of them in memory than the next write needs. If the source fails,
   * nothing is left. `key`: one that was given elsewhere, for instance by a restored backup.
   */
  receive(source: AsyncIterable<Uint8Array>, key?: string): Promise<StoredBytes>;
  keep(bytes: Pick<StoredBytes, 'key'>): Promise<void>;
  /** Removes bytes for good; only for those that no row can name. */
  discard(key: string): Promise<void>;
  /** The same, but leaves permanent bytes: if it is unknown whether a row names them, the sweep finds out. */
  discardUnkept(key: string): Promise<void>;
  /**
   * `range` requests a part, including its last byte; `sizeBytes` is that of the whole. An object that is read is in
   * use: if it is in quarantine, it is moved back first.
   */
  read(key: string, range?: ByteRange): Promise<{ stream: Readable; sizeBytes: number } | null>;
  /** Returns a copy of bytes that were received a moment ago, if they are still in memory (recent-storage.ts). */
  recall?(key: string): Uint8Array<ArrayBuffer> | null;
  /** Lists the parts into which the objects are divided, so that a million of them can be processed bit by bit. */
  listShelves(): Promise<string[]>;
  /** Lists the keys of the objects on a shelf. */
  listShelf(shelf: string): Promise<string[]>;
  /** Lists the keys of uploads that have not become objects: under way, or cut off. */
  listUnfinished(): Promise<string[]>;
  /**
   * Returns how long ago an object or an unfinished upload was last written or moved, by the clock that stamped it;
   * null when it is gone.
   */
  findAgeMs(key: string): Promise<number | null>;
  /** Sets an object or an unfinished upload aside, under `day` (2026-11-22). False when it is gone. */
  quarantine(key: string, day: string): Promise<boolean>;
  /** Lists the days that have something in quarantine. */
  listQuarantineDays(): Promise<string[]>;
  listQuarantined(day: string): Promise<string[]>;
  /** Returns how much space the objects in quarantine take, as they are stored. */
  measureQuarantine(): Promise<{ bytes: number; objects: number }>;
  /** Moves an object back from quarantine. False when it is not there. */
  restore(key: string): Promise<boolean>;
  /** Removes for good an object that has been in quarantine since `day`. */
  removeQuarantined(key: string, day: string): Promise<void>;
}

/** What changes bytes on their way replaces of a storage. */
export type ReadAndReceive = Pick<Storage, 'receive' | 'read'>;
