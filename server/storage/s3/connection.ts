import { S3Client, type S3ServiceException } from '@aws-sdk/client-s3';
import { StorageDown } from '../read-bytes.ts';
import type { S3Place } from './place.ts';

export interface Waits {
  connectMs: number;
  /** Time after which a connection without traffic is given up. */
  idleMs: number;
  attempts: number;
}

const WAITS: Waits = { connectMs: 4_000, idleMs: 15_000, attempts: 3 };

const isMissing = (error: unknown) => ['NoSuchKey', 'NotFound', 'NoSuchUpload'].includes((error as Error).name);

export type Connection = ReturnType<typeof connectTo>;

/**
 * Opens a client for one bucket. Each body is signed with its SHA-256, which every server compares. Failures become a
 * `StorageDown`, after several attempts where another one may help.
 */
export function connectTo(place: S3Place, { connectMs, idleMs, attempts }: Waits = WAITS) {
  const { bucket: Bucket, prefix, endpoint, region, accessKeyId, secretAccessKey } = place;
  const client = new S3Client({
    region,
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: attempts,
    // Servers other than Amazon's do not know the optional checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectMs, socketTimeout: idleMs },
  });
  const clock = followClock(client);
  return {
    client,
    Bucket,
    /** The time by the clock of the server, which dates its objects. */
    now: () => clock.now(),
    at: (name: string) => ({ Bucket, Key: `${prefix}${name}` }),
    under: (name: string) => `${prefix}${name}`,
    /** Turns a name at the server into ours. */
    ours: (name: string | undefined) => (name ?? '').slice(prefix.length),
  };
}

/** Resolves to null if what was requested is not there. */
export const nullIfMissing = <Result>(work: Promise<Result>): Promise<Result | null> =>
  work.catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw new StorageDown(error);
  });

export const throwStorageDown = <Result>(work: Promise<Result>): Promise<Result> =>
  work.catch((error: unknown) => {
    throw new StorageDown(error);
  });

/** Returns S3's name for the reason, such as AccessDenied; null if it could not be reached. */
export const reasonOf = (error: unknown): string | null => {
  const { name, $metadata } = ((error as Error).cause ?? {}) as Partial<S3ServiceException>;
  return $metadata?.httpStatusCode === undefined ? null : (name ?? null);
};

/** Follows the time of the server by the Date header of its last reply; this machine's clock may differ. */
function followClock(client: S3Client): { now(): number } {
  let aheadMs = 0;
  client.middlewareStack.add(
    (next) => async (request) => {
      const result = await next(request);
      const { headers } = result.response as { headers?: Record<string, string> };
      const date = Date.parse(headers?.date ?? '');
      if (Number.isFinite(date)) aheadMs = date - Date.now();
      return result;
    },
    { step: 'deserialize', name: 'followClock', priority: 'low' },
  );
  return { now: () => Date.now() + aheadMs };
}
