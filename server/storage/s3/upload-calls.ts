import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { throwStorageDown, nullIfMissing, type Connection } from './connection.ts';

/** An upload whose parts are at the server, but which is not an object yet. */
export interface OpenUpload {
  name: string;
  id: string;
  etags: string[];
}

/** An upload found at the server. */
export interface FoundUpload extends Pick<OpenUpload, 'name' | 'id'> {
  initiated: Date;
}

/** How often a part that is damaged on its way is sent. */
const ATTEMPTS = 3;

const isDamaged = (error: unknown) => ['BadDigest', 'XAmzContentSHA256Mismatch'].includes((error as Error).name);

async function retryDamaged<Result>(send: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (attempt === ATTEMPTS || !isDamaged(error)) throw error;
    }
  }
}

export const createUploadCalls = ({ client, Bucket, at, under, ours }: Connection) => ({
  async begin(name: string): Promise<OpenUpload> {
    const { UploadId = '' } = await throwStorageDown(client.send(new CreateMultipartUploadCommand(at(name))));
    return { name, id: UploadId, etags: [] };
  },

  async addPart({ name, id: UploadId, etags }: OpenUpload, Body: Uint8Array): Promise<void> {
    const part = { ...at(name), UploadId, PartNumber: etags.length + 1, Body };
    const { ETag = '' } = await throwStorageDown(retryDamaged(() => client.send(new UploadPartCommand(part))));
    etags.push(ETag);
  },

  async complete({ name, id: UploadId, etags }: OpenUpload): Promise<void> {
    const Parts = etags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }));
    const end = new CompleteMultipartUploadCommand({ ...at(name), UploadId, MultipartUpload: { Parts } });
    // The reply to an earlier attempt may have been lost.
    if ((await nullIfMissing(client.send(end))) === null)
      await throwStorageDown(client.send(new HeadObjectCommand(at(name))));
  },

  abort: ({ name, id: UploadId }: Pick<OpenUpload, 'name' | 'id'>) =>
    nullIfMissing(client.send(new AbortMultipartUploadCommand({ ...at(name), UploadId }))),

  async listUploads(below: string): Promise<FoundUpload[]> {
    const found: FoundUpload[] = [];
    let from: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } = {};
    for (;;) {
      const command = new ListMultipartUploadsCommand({ Bucket, Prefix: under(below), ...from });
      const page = await throwStorageDown(client.send(command));
      for (const { Key, UploadId = '', Initiated = new Date(0) } of page.Uploads ?? [])
        found.push({ name: ours(Key), id: UploadId, initiated: Initiated });
      if (page.IsTruncated !== true) return found;
      from = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
    }
  },
});
