import type { Transaction } from 'kysely';
import type { Schema } from '../../../server/database/schema.ts';
import type { Actor, Deps, Upload } from '../../../server/http/call.ts';
import { recordChange } from '../../staff/audit/server/audit.ts';
import { LOGO_WIDTHS, notAPicture } from '../../catalogue/media/media.calls.ts';
import {
  discardMedia,
  insertMediaFiles,
  listMediaKeys,
  readUpload,
  storePicture,
  titleOf,
} from '../../catalogue/media/server/media-files.ts';
import { drawLogo, recogniseMedia } from '../../catalogue/media/server/pictures.ts';

const OWNER = { is_shop_logo: true } as const;
const SUBJECT = { kind: 'CONFIGURATION', name: 'Logo' } as const;

/** Sets the logo. Everybody sees it at once; the previous one is removed with its bytes. */
export async function setShopLogo(deps: Deps, actor: Actor, upload: Upload): Promise<{ logo_url: string }> {
  const bytes = await readUpload(deps, upload);
  if ((await recogniseMedia(bytes)) !== 'picture') throw notAPicture();
  const stored = await storePicture(deps, await drawLogo(bytes), LOGO_WIDTHS);
  await deps.storage.discard(upload.key);
  const before = await deps.db.transaction().execute(async (tx) => {
    const keys = await takeAway(tx);
    await insertMediaFiles(tx, OWNER, stored);
    await tx.updateTable('application_configuration').set({ logo_url: stored.url }).execute();
    await recordChange(tx, actor, { kind: 'CREATED', subject: SUBJECT, from: null, to: titleOf(upload) });
    return keys;
  });
  await discardMedia(deps, before);
  return { logo_url: stored.url };
}

/** Removes the logo. Without one there is nothing to remove, which is what was requested. */
export async function deleteShopLogo(deps: Deps, actor: Actor): Promise<{ message: string }> {
  const before = await deps.db.transaction().execute(async (tx) => {
    const keys = await takeAway(tx);
    if (keys.length === 0) return [];
    await tx.updateTable('application_configuration').set({ logo_url: null }).execute();
    await recordChange(tx, actor, { kind: 'DELETED', subject: SUBJECT, from: 'Logo', to: null });
    return keys;
  });
  await discardMedia(deps, before);
  return { message: 'Logo removed.' };
}

/**
 * Removes the logo's files. Of two calls at once, the later one waits for the row of the configuration. Returns the
 * keys of the files.
 */
async function takeAway(tx: Transaction<Schema>): Promise<string[]> {
  await tx.selectFrom('application_configuration').select('only_one').forUpdate().executeTakeFirstOrThrow();
  const keys = await listMediaKeys(tx, OWNER);
  await tx.deleteFrom('media_files').where('is_shop_logo', '=', true).execute();
  return keys;
}
