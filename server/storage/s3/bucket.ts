import { type Waits, connectTo } from './connection.ts';
import { createListCalls, createObjectCalls } from './object-calls.ts';
import type { S3Place } from './place.ts';
import { createUploadCalls } from './upload-calls.ts';

export type Bucket = ReturnType<typeof openBucket>;

/** Opens a bucket with the calls of S3 that a storage needs. */
export function openBucket(place: S3Place, waits?: Waits) {
  const connection = connectTo(place, waits);
  return {
    now: connection.now,
    close: () => connection.client.destroy(),
    ...createUploadCalls(connection),
    ...createObjectCalls(connection),
    ...createListCalls(connection),
  };
}

/** Returns the prefix of the names of a shelf's objects. */
export const shelfOf = (key: string) => `objects/${key.slice(0, 2)}/`;

export const nameOf = (key: string) => `${shelfOf(key)}${key}`;

export const keyOf = (name: string) => name.slice(name.lastIndexOf('/') + 1);
