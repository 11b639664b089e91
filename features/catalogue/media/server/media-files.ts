import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Insertable } from 'kysely';
import type { Database } from '../../../../server/database/connect.ts';
import { anyOf } from '../../../../server/database/patterns.ts';
import type { MediaFilesTable } from '../../../../server/database/schema.ts';
import type { Actor, Deps, InlineFile, Upload } from '../../../../server/http/call.ts';
import { notFound } from '../../../../server/http/replies.ts';
import { recordChange } from '../../../staff/audit/server/audit.ts';
import { redrawPicture } from './pictures.ts';

type Storing = Pick<Deps, 'storage'>;

/** Files in the storage with the names they will get; `url` is the address of the largest. */
export interface StoredMedia {
  url: string;
  files: Omit<Insertable<MediaFilesTable>, 'solution_image_id' | 'login_media_id' | 'is_shop_logo'>[];
}

/** The owner of media files; they are deleted with it. */
export type MediaOwner = { solution_image_id: number } | { login_media_id: number } | { is_shop_logo: true };

/** Reads a whole upload into memory: it is at most 20 MB and comes from an administrator. */
export async function readUpload({ storage }: Storing, upload: Upload): Promise<Buffer> {
  await storage.keep(upload);
  const stored = await storage.read(upload.key);
  if (!stored) throw new Error('an upload has gone from the storage');
  const chunks: Uint8Array[] = [];
  for await (const chunk of stored.stream as AsyncIterable<Uint8Array>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const randomName = () => randomBytes(16).toString('hex');
const addressOf = (name: string) => `/api/media/${name}`;

export async function storePicture(
  { storage }: Storing,
  bytes: Uint8Array,
  widths: readonly number[],
): Promise<StoredMedia> {
  const name = randomName();
  const files: StoredMedia['files'] = [];
  for (const [at, drawn] of (await redrawPicture(bytes, widths)).entries()) {
    const stored = await storage.receive(Readable.from([drawn]));
    await storage.keep(stored);
    files.push({
      name: `${name}-${widths[at]}.webp`,
      file_key: stored.key,
      content_type: 'image/webp',
      size_bytes: stored.sizeBytes,
      sha256: stored.sha256,
    });
  }
  return { url: addressOf(`${name}-${widths.at(-1)}.webp`), files };
}

/** A video is not processed: its bytes are already where they stay. */
export function storeVideo(upload: Upload, content_type: 'video/mp4' | 'video/webm'): StoredMedia {
  const name = `${randomName()}.${content_type.split('/')[1]}`;
  const { key: file_key, sizeBytes: size_bytes, sha256 } = upload;
  return { url: addressOf(name), files: [{ name, file_key, content_type, size_bytes, sha256 }] };
}

export const insertMediaFiles = (tx: Database, owner: MediaOwner, { files }: StoredMedia) =>
  tx
    .insertInto('media_files')
    .values(files.map((file) => ({ solution_image_id: null, login_media_id: null, ...file, ...owner })))
    .execute();

/** Lists the storage keys of an owner. To be called before the owner is deleted; afterwards they are unknown. */
export async function listMediaKeys(db: Database, owner: MediaOwner): Promise<string[]> {
  const [[column, id]] = Object.entries(owner) as [[keyof MediaFilesTable, number | boolean]];
  const files = await db.selectFrom('media_files').select('file_key').where(column, '=', id).execute();
  return files.map(({ file_key }) => file_key);
}

/** Discards stored files. The sweep of the storage removes what is left when the server is killed midway. */
export async function discardMedia({ storage }: Storing, keys: readonly string[]): Promise<void> {
  for (const key of keys) await storage.discard(key);
}

interface Deletion {
  owner: MediaOwner;
  subject: { kind: 'SOLUTION_IMAGE' | 'LOGIN_MEDIA'; id: number };
  /** Deletes the owner; undefined when there is none. */
  remove: (tx: Database) => Promise<{ name: string } | undefined>;
}

/** Deletes an image or a video, with its record in the audit list, and then its bytes. */
export async function deleteMedia(
  deps: Pick<Deps, 'db' | 'storage'>,
  actor: Actor,
  { owner, subject, remove }: Deletion,
): Promise<{ message: string }> {
  const keys = await deps.db.transaction().execute(async (tx) => {
    const named = await listMediaKeys(tx, owner);
    const gone = await remove(tx);
    if (!gone) throw notFound();
    await recordChange(tx, actor, {
      kind: 'DELETED',
      subject: { ...subject, name: gone.name },
      from: gone.name,
      to: null,
    });
    return named;
  });
  await discardMedia(deps, keys);
  return { message: 'Deleted.' };
}

/** Returns a media file as pages show it. */
export async function getMediaFile({ db, storage }: Pick<Deps, 'db' | 'storage'>, name: string): Promise<InlineFile> {
  const file = await db
    .selectFrom('media_files')
    .select(['name', 'file_key', 'content_type', 'size_bytes'])
    .where('name', '=', name)
    .executeTakeFirst();
  if (!file) throw notFound();
  return {
    name: file.name,
    contentType: file.content_type,
    sizeBytes: file.size_bytes,
    read: async (range) => {
      const found = await storage.read(file.file_key, range);
      if (!found) throw new Error(`the bytes of ${file.name} are gone from the storage`);
      return found.stream;
    },
  };
}

/** Returns those of the given storage keys that an image or a video references. */
export async function isShownKey({ db }: Pick<Deps, 'db'>, keys: string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('media_files').select('file_key').where('file_key', '=', anyOf(keys)).execute();
  return new Set(rows.map(({ file_key }) => file_key));
}

const MAX_NAME_LENGTH = 80;

/** The title shown under an image: the file's name without its extension. */
export const titleOf = ({ fileName }: Upload): string =>
  fileName
    .replace(/\.\w{1,5}$/, '')
    .slice(0, MAX_NAME_LENGTH)
    .toWellFormed()
    .trim() || 'Image';
