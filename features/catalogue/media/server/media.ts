import { MAX_LIST_ROWS } from '../../../../contract/endpoint.ts';
import type { Database } from '../../../../server/database/connect.ts';
import type { Actor, Deps, Upload } from '../../../../server/http/call.ts';
import { recordChange } from '../../../staff/audit/server/audit.ts';
import { LOGIN_IMAGE_WIDTHS, type LoginMedia, notMedia } from '../media.calls.ts';
import {
  deleteMedia,
  insertMediaFiles,
  readUpload,
  storePicture,
  storeVideo,
  titleOf,
  type StoredMedia,
} from './media-files.ts';
import { recogniseMedia } from './pictures.ts';

export { isShownKey } from './media-files.ts';

const selectNewestFirst = (db: Database) =>
  db.selectFrom('login_media').select(['id', 'name', 'url', 'type']).orderBy('id', 'desc');

export const listLoginMedia = (db: Database): Promise<LoginMedia[]> =>
  selectNewestFirst(db).limit(MAX_LIST_ROWS).execute();

/** Returns the newest picture or video of the login page, or null. */
export const getLoginBackground = async (db: Database): Promise<LoginMedia | null> =>
  (await selectNewestFirst(db).limit(1).executeTakeFirst()) ?? null;

export async function addLoginMedia(deps: Deps, actor: Actor, upload: Upload): Promise<LoginMedia> {
  const { stored, type } = await store(deps, upload);
  return deps.db.transaction().execute(async (tx) => {
    const media = await tx
      .insertInto('login_media')
      .values({ name: titleOf(upload), url: stored.url, type })
      .returning(['id', 'name', 'url', 'type'])
      .executeTakeFirstOrThrow();
    await insertMediaFiles(tx, { login_media_id: media.id }, stored);
    const subject = { kind: 'LOGIN_MEDIA', id: media.id, name: media.name } as const;
    await recordChange(tx, actor, { kind: 'CREATED', subject, from: null, to: media.name });
    return media;
  });
}

async function store(deps: Deps, upload: Upload): Promise<{ stored: StoredMedia; type: LoginMedia['type'] }> {
  const bytes = await readUpload(deps, upload);
  const kind = await recogniseMedia(bytes);
  if (kind === null) throw notMedia();
  if (kind !== 'picture') return { stored: storeVideo(upload, kind), type: 'video' };
  const stored = await storePicture(deps, bytes, LOGIN_IMAGE_WIDTHS);
  await deps.storage.discard(upload.key);
  return { stored, type: 'IMAGE' };
}

/** Takes effect at once: the login page then shows the next one, or the product's own drawing. */
export const deleteLoginMedia = (deps: Deps, actor: Actor, id: number): Promise<{ message: string }> =>
  deleteMedia(deps, actor, {
    owner: { login_media_id: id },
    subject: { kind: 'LOGIN_MEDIA', id },
    remove: (tx) => tx.deleteFrom('login_media').where('id', '=', id).returning('name').executeTakeFirst(),
  });
