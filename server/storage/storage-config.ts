import { readStoragePlace, type S3Place } from './s3/place.ts';

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
