/** A bucket in S3 or a compatible service, and the credentials of the portal there. */
export interface S3Place {
  bucket: string;
  /** Prefix of every name: empty, or ending with `/`. */
  prefix: string;
  /** Null: Amazon's own endpoint for the region. */
  endpoint: string | null;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

type Environment = Record<string, string | undefined>;

const EXAMPLE = 's3://KEY:SECRET@bucket?endpoint=https://s3.example.com&region=eu-central-1';

/** Null: files are stored in the data folder. */
export function readStoragePlace(env: Environment): S3Place | null {
  const text = env.STORAGE_URL;
  return text ? parseStorageUrl(text, env, 'STORAGE_URL') : null;
}

/** Parses the address of a bucket; `name` is what error sentences call it. Without keys those of `env` are its keys. */
export function parseStorageUrl(text: string, env: Environment, name: string): S3Place {
  const url = URL.canParse(text) ? new URL(text) : null;
  const unknown = [...(url?.searchParams.keys() ?? [])].filter((key) => key !== 'endpoint' && key !== 'region');
  // The message never includes the value: it may contain the keys. After a / or # in a key that is not percent-encoded,
  // the rest would count as a folder, whose name is printed.
  const isCutKey = url !== null && `${url.pathname}${url.hash}`.includes('@');
  if (url === null || url.protocol !== 's3:' || url.hostname === '' || unknown.length > 0 || isCutKey)
    throw new Error(
      `${name} must be an address such as ${EXAMPLE}, with its keys percent-encoded, and an @ in a folder as %40.`,
    );
  const endpoint = readEndpoint(url.searchParams.get('endpoint'), name);
  const [accessKeyId, secretAccessKey] =
    url.username === ''
      ? [env.AWS_ACCESS_KEY_ID, env.AWS_SECRET_ACCESS_KEY]
      : [url.username, url.password].map((key) => decodeKey(key, name));
  if (!accessKeyId || !secretAccessKey)
    throw new Error(`${name} needs the keys of the bucket, percent-encoded: s3://KEY:SECRET@bucket.`);
  const folder = url.pathname.replace(/^\/+|\/+$/g, '');
  return {
    bucket: url.hostname,
    prefix: folder === '' ? '' : `${decodeURIComponent(folder)}/`,
    endpoint,
    region: url.searchParams.get('region') || 'us-east-1',
    accessKeyId,
    secretAccessKey,
  };
}

function decodeKey(text: string, name: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Error(`${name} has a % in its keys that is not percent-encoded; write it as %25.`);
  }
}

function readEndpoint(text: string | null, name: string): string | null {
  if (!text) return null;
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new Error(`The endpoint in ${name} must begin with https:// or http://, not "${text}".`);
}

/** Returns the name of a bucket for use in a sentence. */
export const nameBucket = ({ bucket, prefix }: S3Place): string => `s3://${bucket}/${prefix}`;

export interface StorageConfig {
  /** Where the bytes of files are stored; null: in the data folder. */
  storagePlace: S3Place | null;
  /** Encrypts stored files; null: they are not encrypted. */
  storageKey: string | null;
  /** The previous key, while the key is being changed. */
  storageKeyOld: string | null;
}

export const readStorageConfig = (
  env: Record<string, string | undefined>,
  readSecret: (name: string) => string | null,
): StorageConfig => ({
  storagePlace: readStoragePlace(env),
  storageKey: readSecret('STORAGE_KEY'),
  storageKeyOld: readSecret('STORAGE_KEY_OLD'),
});
