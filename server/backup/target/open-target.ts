import { createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { type BackupConfig, dataKeyOf } from '../backup-config.ts';
import { createCompressedStorage } from '../../storage/compression/compressed-storage.ts';
import { openDiskSpace } from '../../storage/disk-space.ts';
import { createEncryptedStorage } from '../../storage/encryption/encrypted-storage.ts';
import { openFileStorage } from '../../storage/file-storage.ts';
import { nameBucket, type S3Place } from '../../storage/s3/place.ts';
import type { Storage } from '../../storage/storage.ts';
import { openBucketRecords, openFolderRecords, type Records } from './records.ts';

export type ObjectStore = Pick<Storage, 'receive' | 'keep' | 'discardUnkept' | 'read' | 'listShelves' | 'listShelf'>;

/** Where a backup is written to and read from: a target, or a file that holds one backup. */
export interface BackupPlace {
  /** Name for use in a sentence. */
  name: string;
  /** Bytes of files, each under the name that `objectOf` gives them. */
  objects: ObjectStore;
  /** Tables and configuration: compressed, and encrypted like the files. */
  archives: ObjectStore;
  /**
   * Lists of random keys and names of objects, which are no secrets, so that what is needed can be found without the
   * key.
   */
  indexes: ObjectStore;
  records: Pick<Records, 'list' | 'read' | 'write'>;
  /** Identifies the BACKUP_KEY; null: there is none. */
  keyId: string | null;
  /** Returns the name of bytes by their hash. With a key, the name reveals the hash only to the key's owner. */
  objectOf(sha256: string): string;
}

/** A place for several backups, which share the bytes of files. */
export interface BackupTarget extends BackupPlace {
  objects: Storage;
  records: Records;
  /** Removes what was being written when a backup was cut off. */
  dropUnfinished(): Promise<void>;
}

interface Base {
  name: string;
  raw: Storage;
  records: Records;
  dropUnfinished: BackupTarget['dropUnfinished'];
}

export type TargetSettings = Pick<BackupConfig, 'backupTarget' | 'backupKey'>;

/** Opens the place of the backups. A folder is made for the first backup, and has to exist for one that reads. */
export async function openTarget(
  { backupTarget: place, backupKey }: TargetSettings,
  { mustExist = false } = {},
): Promise<BackupTarget> {
  if (place === null) throw new Error('BACKUP_TARGET is not set: give a folder or the address of a bucket.');
  if (mustExist && 'folder' in place && !existsSync(place.folder))
    throw new Error(`There is no folder ${place.folder} (BACKUP_TARGET), so there is no backup.`);
  const { raw, ...base } = await ('folder' in place ? openFolder(place.folder) : openBucketTarget(place));
  return { ...base, ...sealPlace(raw, backupKey) };
}

/** Adds to where objects are what encrypts, compresses and names them. */
export function sealPlace<Raw extends ObjectStore>(raw: Raw, backupKey: string | null) {
  const dataKey = backupKey === null ? null : dataKeyOf(backupKey);
  const objects = dataKey === null ? raw : createEncryptedStorage(raw, dataKey);
  return {
    objects,
    archives: createCompressedStorage(objects),
    indexes: createCompressedStorage(raw),
    keyId: dataKey === null ? null : hashWithKey(dataKey, 'key id').slice(0, 16),
    objectOf: (sha256: string) => (dataKey === null ? sha256 : hashWithKey(dataKey, sha256)).slice(0, 32),
  };
}

const hashWithKey = (dataKey: Buffer, text: string) => createHmac('sha256', dataKey).update(text).digest('hex');

async function openFolder(folder: string): Promise<Base> {
  const raw = await openFileStorage(folder);
  return {
    name: folder,
    raw,
    records: openFolderRecords(folder),
    async dropUnfinished() {
      for (const key of await raw.listUnfinished()) await raw.discardUnkept(key);
    },
  };
}

async function openBucketTarget(place: S3Place): Promise<Base> {
  const { openAwaited, openS3Storage, abortUploads } = await import('../../storage/s3/open-s3.ts');
  const bucket = await openAwaited(place);
  const raw = openS3Storage(bucket, openDiskSpace({ folders: [tmpdir()], reserveBytes: 0 }));
  return {
    name: nameBucket(place),
    raw,
    records: openBucketRecords(bucket),
    async dropUnfinished() {
      for (const key of await raw.listUnfinished()) await abortUploads(bucket, key);
    },
  };
}
