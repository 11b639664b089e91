import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Bucket } from '../../storage/s3/bucket.ts';
import { nullIfMissing } from '../../null-if-missing.ts';
import { replaceText } from '../../sync-path.ts';

export const RECORDS_FOLDER = 'backups';

/** One backup at a target; written last, once everything that it names is there. */
export const BackupRecord = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  /** Id of the portal that was backed up. */
  installation: z.string(),
  /** Which BACKUP_KEY opens it; null: none is needed. */
  keyId: z.nullable(z.string()),
  /** Names of two objects: tables and configuration, and the list of which object has the bytes of each stored file. */
  archive: z.string(),
  index: z.string(),
  /** Hash of that list; backups of earlier versions do not have it. */
  indexSha256: z.optional(z.string()),
  files: z.int(),
  /** Of these files, those whose bytes were not at the target before. */
  newFiles: z.int(),
  copiedBytes: z.int(),
});
export type BackupRecord = z.output<typeof BackupRecord>;

/** Small texts by name, which appear whole or not at all. */
export interface Records {
  list(): Promise<string[]>;
  read(name: string): Promise<string | null>;
  write(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
}

export const recordName = (madeAt: Date): string => `${madeAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;

export const isRecordName = (text: string): boolean => /^\d{4}-\d{2}-\d{2}T\d{2}-\d{2}-\d{2}Z$/.test(text);

export const nameIn = (file: string) => file.slice(file.lastIndexOf('/') + 1).replace(/\.json$/, '');

export function openFolderRecords(folder: string): Records {
  const place = join(folder, RECORDS_FOLDER);
  const pathOf = (name: string) => join(place, `${name}.json`);
  return {
    // Any error but a missing folder is thrown: what no record at hand names would be removed as unneeded.
    list: async () => ((await nullIfMissing(readdir(place))) ?? []).map(nameIn).filter(isRecordName),
    read: (name) => nullIfMissing(readFile(pathOf(name), 'utf8')),
    async write(name, text) {
      await mkdir(place, { recursive: true, mode: 0o700 });
      await replaceText(pathOf(name), text);
    },
    remove: (name) => rm(pathOf(name), { force: true }),
  };
}

export const openBucketRecords = (bucket: Bucket): Records => ({
  list: async () => (await bucket.listNames(`${RECORDS_FOLDER}/`)).map(nameIn).filter(isRecordName),
  read: (name) => bucket.getText(`${RECORDS_FOLDER}/${name}.json`),
  write: (name, text) => bucket.putText(`${RECORDS_FOLDER}/${name}.json`, text),
  remove: async (name) => void (await bucket.remove(`${RECORDS_FOLDER}/${name}.json`)),
});

/** Lists every backup there, newest first. */
export async function listRecords(
  records: Pick<Records, 'list' | 'read'>,
): Promise<{ name: string; record: BackupRecord }[]> {
  const names = (await records.list()).sort().toReversed();
  const found: { name: string; record: BackupRecord }[] = [];
  for (const name of names) {
    const text = await records.read(name);
    if (text !== null) found.push({ name, record: BackupRecord.parse(JSON.parse(text)) });
  }
  return found;
}
