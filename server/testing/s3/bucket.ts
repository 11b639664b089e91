import { createHash, randomUUID } from 'node:crypto';

export interface StoredObject {
  bytes: Buffer;
  etag: string;
  modified: Date;
}

export interface OpenUpload {
  name: string;
  initiated: Date;
  parts: Map<number, StoredObject>;
}

/** A response of S3: XML, or bytes with their headers. */
export interface S3Reply {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

const MIN_PART_BYTES = 5 * 1024 * 1024;

const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex');
const xml = (text: string): S3Reply => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0" encoding="UTF-8"?>${text}`,
});

export const s3Error = (status: number, code: string): S3Reply => ({
  ...xml(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`),
  status,
});

const objectOf = (bytes: Buffer): StoredObject => ({ bytes, etag: `"${md5(bytes)}"`, modified: new Date() });

/** Creates one bucket in memory. */
export function makeBucket() {
  const objects = new Map<string, StoredObject>();
  const uploads = new Map<string, OpenUpload>();

  const put = (name: string, bytes: Buffer): S3Reply => {
    const object = objectOf(bytes);
    objects.set(name, object);
    return { status: 200, headers: { etag: object.etag } };
  };

  return {
    objects,
    uploads,
    put,

    get(name: string, range: string | undefined): S3Reply {
      const object = objects.get(name);
      if (!object) return s3Error(404, 'NoSuchKey');
      const { bytes, etag, modified } = object;
      const headers = { etag, 'last-modified': modified.toUTCString() };
      const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
      if (first === undefined) return { status: 200, headers, body: bytes };
      if (Number(first) >= bytes.length) return s3Error(416, 'InvalidRange');
      const end = Math.min(last === '' || last === undefined ? Infinity : Number(last), bytes.length - 1);
      return {
        status: 206,
        headers: { ...headers, 'content-range': `bytes ${first}-${end}/${bytes.length}` },
        body: bytes.subarray(Number(first), end + 1),
      };
    },

    remove(name: string): S3Reply {
      objects.delete(name);
      return { status: 204 };
    },

    copy(from: string, to: string): S3Reply {
      const object = objects.get(from);
      if (!object) return s3Error(404, 'NoSuchKey');
      const copied = { ...object, modified: new Date() };
      objects.set(to, copied);
      return xml(
        `<CopyObjectResult><ETag>${copied.etag}</ETag><LastModified>${copied.modified.toISOString()}</LastModified></CopyObjectResult>`,
      );
    },

    begin(name: string): S3Reply {
      const id = randomUUID();
      uploads.set(id, { name, initiated: new Date(), parts: new Map() });
      return xml(
        `<InitiateMultipartUploadResult><Key>${name}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      );
    },

    putPart(id: string, number: number, bytes: Buffer): S3Reply {
      const upload = uploads.get(id);
      if (!upload) return s3Error(404, 'NoSuchUpload');
      const part = objectOf(bytes);
      upload.parts.set(number, part);
      return { status: 200, headers: { etag: part.etag } };
    },

    complete(id: string, body: string): S3Reply {
      const upload = uploads.get(id);
      if (!upload) return s3Error(404, 'NoSuchUpload');
      const listed = [...body.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
        number: Number(/<PartNumber>(\d+)/.exec(part)?.[1]),
        etag: /<ETag>(.*?)<\/ETag>/.exec(part)?.[1]?.replaceAll(/&quot;|"/g, ''),
      }));
      const parts = listed.map(({ number, etag }) => {
        const part = upload.parts.get(number);
        return part?.etag.replaceAll('"', '') === etag ? part : undefined;
      });
      if (parts.length === 0 || parts.includes(undefined)) return s3Error(400, 'InvalidPart');
      const found = parts as StoredObject[];
      if (found.slice(0, -1).some(({ bytes }) => bytes.length < MIN_PART_BYTES)) return s3Error(400, 'EntityTooSmall');
      uploads.delete(id);
      put(upload.name, Buffer.concat(found.map(({ bytes }) => bytes)));
      return xml(
        `<CompleteMultipartUploadResult><ETag>"made-of-${parts.length}"</ETag></CompleteMultipartUploadResult>`,
      );
    },

    abort(id: string): S3Reply {
      return uploads.delete(id) ? { status: 204 } : s3Error(404, 'NoSuchUpload');
    },

    list(query: URLSearchParams): S3Reply {
      const [prefix, delimiter] = [query.get('prefix') ?? '', query.get('delimiter') ?? ''];
      const after = query.get('continuation-token') ?? '';
      const most = Number(query.get('max-keys') ?? 1000);
      const names = [...objects.keys()].filter((name) => name.startsWith(prefix)).sort();
      const entries = new Set(names.map((name) => toGroup(name, prefix, delimiter)));
      const page = [...entries].filter((entry) => entry > after).slice(0, most);
      const isTruncated = [...entries].some((entry) => entry > (page.at(-1) ?? after));
      return xml(
        `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${
          isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
        }${page.map((entry) => renderEntry(entry, objects.get(entry))).join('')}</ListBucketResult>`,
      );
    },

    listUploads(prefix: string): S3Reply {
      const open = [...uploads].filter(([, { name }]) => name.startsWith(prefix));
      return xml(
        `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${open
          .map(
            ([id, { name, initiated }]) =>
              `<Upload><Key>${name}</Key><UploadId>${id}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`,
          )
          .join('')}</ListMultipartUploadsResult>`,
      );
    },
  };
}

/** The name itself, or the prefix that it shares with others up to the delimiter. */
function toGroup(name: string, prefix: string, delimiter: string): string {
  const at = delimiter === '' ? -1 : name.indexOf(delimiter, prefix.length);
  return at === -1 ? name : name.slice(0, at + 1);
}

const renderEntry = (entry: string, object: StoredObject | undefined) =>
  object === undefined
    ? `<CommonPrefixes><Prefix>${entry}</Prefix></CommonPrefixes>`
    : `<Contents><Key>${entry}</Key><Size>${object.bytes.length}</Size><ETag>${object.etag}</ETag><LastModified>${object.modified.toISOString()}</LastModified></Contents>`;
