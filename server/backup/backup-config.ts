import { isAbsolute, resolve } from 'node:path';
import { hkdfSync } from 'node:crypto';
import { type S3Place, nameBucket, parseStorageUrl, readStoragePlace } from '../storage/s3/place.ts';

export interface BackupConfig {
  /** Where backups are collected; null: none was chosen. */
  backupTarget: { folder: string } | S3Place | null;
  /** When they are made there; null: only on request. */
  backupSchedule: string | null;
  /** Encrypts backups; null: they are not encrypted. */
  backupKey: string | null;
}

type Environment = Record<string, string | undefined>;

export const readBackupConfig = (env: Environment, readSecret: (name: string) => string | null): BackupConfig => ({
  backupTarget: readTarget(env),
  backupSchedule: readSchedule(env),
  backupKey: readSecret('BACKUP_KEY'),
});

/** Returns the schedule unparsed: this runs before packages are installed, and the start of the portal checks it. */
function readSchedule({ BACKUP_SCHEDULE, BACKUP_TARGET }: Environment): string | null {
  if (!BACKUP_SCHEDULE) return null;
  if (!BACKUP_TARGET) throw new Error('BACKUP_SCHEDULE needs BACKUP_TARGET: where the backups go.');
  return BACKUP_SCHEDULE;
}

function readTarget(env: Environment): BackupConfig['backupTarget'] {
  const text = env.BACKUP_TARGET;
  if (!text) return null;
  if (text.startsWith('s3:')) return readBucket(text, env);
  // The message never includes the value: it may contain the keys.
  if (!isAbsolute(text))
    throw new Error('BACKUP_TARGET must be the whole path of a folder or an address such as s3://bucket/backups.');
  return { folder: resolve(text) };
}

/**
 * Reads the address of a bucket. Keys of its own are best, with which the portal's files cannot be reached; without them
 * those of the former variables are used, or those of the stored files.
 */
function readBucket(text: string, env: Environment): S3Place {
  const files = readStoragePlace(env);
  const fallback = files && { AWS_ACCESS_KEY_ID: files.accessKeyId, AWS_SECRET_ACCESS_KEY: files.secretAccessKey };
  const place = parseStorageUrl(text, env.AWS_ACCESS_KEY_ID ? env : (fallback ?? env), 'BACKUP_TARGET');
  if (files !== null && files.endpoint === place.endpoint && nameBucket(files) === nameBucket(place))
    throw new Error(
      'BACKUP_TARGET is where the stored files are (STORAGE_URL). Choose another bucket, or a folder in it.',
    );
  return place;
}

/** Derives the data key of a backup from BACKUP_KEY, which opens a backup, and nothing else that has a key. */
export const dataKeyOf = (backupKey: string): Buffer =>
  Buffer.from(hkdfSync('sha256', backupKey, '', 'tunedesk backup', 32));
