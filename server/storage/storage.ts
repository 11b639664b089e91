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

/** From the first byte to the last one, which belongs to it. */
export interface ByteRange {
  start: number;
  end: number;
}

/** A name of stored bytes that no other bytes have. */
export const newKey = (): string => randomBytes(16).toString('hex');

export const isKey = (text: string): boolean => /^[0-9a-f]{32}$/.test(text);

/** What is asked for by another name than a key is never looked for. */
export const requireKey = (key: string): string => {
  if (!isKey(key)) throw new Error(`${JSON.stringify(key)} is no key of stored bytes`);
  return key;
};

/** A day in quarantine. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/**
 * Where the bytes of files are stored. Keys are random and never reused. `receive` leaves the bytes in a waiting room;
 * `keep` makes them permanent before a row names them, so that a row never names bytes that are not safe.
 *
 * Every implementation runs `storageConformance`. What changes bytes on their way, as compression does, is a function
 * from one storage to another that replaces `receive` and `read` alone: lengths, ranges and hashes are those of the
 * bytes as they were received, whatever lies below.
 */
export interface Storage {
  /** The room for more. `receive` refuses while it is low. */
  space: DiskSpace;
  /**
   * Takes bytes in as they come, and holds no more of them than the next write needs. With a source that fails nothing
   * stays. `key`: one that was given elsewhere, as by a restored backup.
   */
  receive(source: AsyncIterable<Uint8Array>, key?: string): Promise<StoredBytes>;
  keep(bytes: Pick<StoredBytes, 'key'>): Promise<void>;
  /** Takes bytes away for good; only for those that no row can name. */
  discard(key: string): Promise<void>;
  /** The same, but leaves stored bytes: when it is unknown whether a row names them, the sweep finds out. */
  discardUnkept(key: string): Promise<void>;
  /**
   * `range` asks for a part, with its last byte; `sizeBytes` is that of the whole. An object that is read is in use:
   * one in quarantine is moved back first.
   */
  read(key: string, range?: ByteRange): Promise<{ stream: Readable; sizeBytes: number } | null>;
  /** The parts that the objects are divided in, so that a million of them can be gone through bit by bit. */
  listShelves(): Promise<string[]>;
  /** Keys of the objects on a shelf. */
  listShelf(shelf: string): Promise<string[]>;
  /** Keys of uploads that have not become objects: under way, or cut off. */
  listUnfinished(): Promise<string[]>;
  /**
   * How long ago an object or an unfinished upload was last written or moved, by the clock that stamped it; null when
   * it is gone.
   */
  findAgeMs(key: string): Promise<number | null>;
  /** Sets an object or an unfinished upload aside, under `day` (2026-11-22). False when it is gone. */
  quarantine(key: string, day: string): Promise<boolean>;
  /** The days that have something in quarantine. */
  listQuarantineDays(): Promise<string[]>;
  listQuarantined(day: string): Promise<string[]>;
  /** What the objects in quarantine take, as they lie there. */
  measureQuarantine(): Promise<{ bytes: number; objects: number }>;
  /** Moves an object back from quarantine. False when it is not there. */
  restore(key: string): Promise<boolean>;
  /** Removes an object that has been in quarantine since `day`, for good. */
  removeQuarantined(key: string, day: string): Promise<void>;
}
