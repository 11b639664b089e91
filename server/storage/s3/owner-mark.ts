import { InstallationId } from '../../installation/installation-file.ts';
import type { Bucket } from './bucket.ts';
import { nameBucket, type S3Place } from './place.ts';

/** Object in the bucket by which database, data folder and stored files are tied together. */
export const OWNER_MARK = 'installation.json';

/** Reads the installation that the bucket belongs to; null: none yet. */
export async function readOwner(bucket: Bucket): Promise<InstallationId | null> {
  const text = await bucket.getText(OWNER_MARK);
  return text === null ? null : InstallationId.parse(JSON.parse(text));
}

export const writeOwner = (bucket: Bucket, installation: InstallationId): Promise<void> =>
  bucket.putText(OWNER_MARK, `${JSON.stringify(installation)}\n`);

interface Claim {
  place: S3Place;
  /** Null: the portal does not exist yet. */
  installation: InstallationId | null;
}

/**
 * Marks a new bucket as this portal's, and throws if it is another's: objects that the wrong database does not
 * reference would look like leftovers.
 */
export async function claimBucket(bucket: Bucket, { place, installation }: Claim): Promise<void> {
  const owner = await readOwner(bucket);
  if (owner !== null && owner.id === installation?.id && owner.copyId === installation.copyId) return;
  if (owner === null && (await bucket.listFolders('objects/')).length === 0) {
    if (installation !== null) await writeOwner(bucket, installation);
    return;
  }
  const whose = owner === null ? 'files of an unknown portal' : 'the files of another portal, or of a copy of this one';
  throw new Error(
    `${nameBucket(place)} has ${whose}. Nothing was changed. Most likely STORAGE_URL is not that of this portal. If it ` +
      'is meant to be from now on: npm run admin -- installation join',
  );
}
