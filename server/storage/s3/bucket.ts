import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3';
import type { Readable } from 'node:stream';
import { type Connection, type Waits, connectTo, nullIfMissing, throwStorageDown } from './connection.ts';
import type { S3Place } from './place.ts';
import { createUploadCalls } from './upload-calls.ts';
import type { ByteRange } from '../storage.ts';

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

const createObjectCalls = ({ client, Bucket, at, under }: Connection) => ({
  async head(name: string): Promise<{ sizeBytes: number; modified: Date } | null> {
    const found = await nullIfMissing(client.send(new HeadObjectCommand(at(name))));
    return found && { sizeBytes: found.ContentLength ?? 0, modified: found.LastModified ?? new Date(0) };
  },

  /** Reads an object; `ifMatch` is the ETag that it must still have. */
  async get(name: string, range?: ByteRange, ifMatch?: string) {
    const Range = range && `bytes=${range.start}-${range.end}`;
    const found = await nullIfMissing(client.send(new GetObjectCommand({ ...at(name), Range, IfMatch: ifMatch })));
    if (found === null) return null;
    const whole = /\/(\d+)$/.exec(found.ContentRange ?? '')?.[1] ?? found.ContentLength ?? 0;
    return { stream: found.Body as Readable, sizeBytes: Number(whole), etag: found.ETag };
  },

  /** Copies an object; false when there is nothing to copy. */
  async copy(from: string, to: string): Promise<boolean> {
    const CopySource = encodeURI(`${Bucket}/${under(from)}`);
    return (await nullIfMissing(client.send(new CopyObjectCommand({ ...at(to), CopySource })))) !== null;
  },

  remove: (name: string) => nullIfMissing(client.send(new DeleteObjectCommand(at(name)))),

  async putText(name: string, text: string): Promise<void> {
    await throwStorageDown(client.send(new PutObjectCommand({ ...at(name), Body: text })));
  },

  async getText(name: string): Promise<string | null> {
    const found = await nullIfMissing(client.send(new GetObjectCommand(at(name))));
    return found?.Body === undefined ? null : throwStorageDown(found.Body.transformToString());
  },
});

function createListCalls({ client, Bucket, under, ours }: Connection) {
  async function* pages(below: string, Delimiter?: string) {
    let ContinuationToken: string | undefined;
    do {
      const command = new ListObjectsV2Command({ Bucket, Prefix: under(below), Delimiter, ContinuationToken });
      const page = await throwStorageDown(client.send(command));
      yield page;
      ContinuationToken = page.NextContinuationToken;
    } while (ContinuationToken !== undefined);
  }
  return {
    async listNames(below: string): Promise<string[]> {
      const names: string[] = [];
      for await (const page of pages(below)) names.push(...(page.Contents ?? []).map(({ Key }) => ours(Key)));
      return names;
    },

    /** Adds up sizes, which are listed together with the names, a thousand at a time. */
    async measure(below: string): Promise<{ bytes: number; objects: number }> {
      const sum = { bytes: 0, objects: 0 };
      for await (const { Contents = [] } of pages(below)) {
        sum.objects += Contents.length;
        for (const { Size = 0 } of Contents) sum.bytes += Size;
      }
      return sum;
    },

    /** Lists what comes before the next `/` in the names below this one. */
    async listFolders(below: string): Promise<string[]> {
      const folders: string[] = [];
      for await (const { CommonPrefixes = [] } of pages(below, '/'))
        folders.push(...CommonPrefixes.map(({ Prefix }) => ours(Prefix).slice(below.length, -1)));
      return folders;
    },
  };
}
