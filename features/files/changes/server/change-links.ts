import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../../../server/database/connect.ts';
import type { Actor, Deps } from '../../../../server/http/call.ts';
import { notFound } from '../../../../server/http/replies.ts';
import { findRemoved } from '../../../../server/stored-files/removed-bytes.ts';
import { toOwner } from '../../../../contract/capabilities.ts';
import { hashToken } from '../../../accounts/server/link-tokens.ts';
import { toStoredObject } from '../../analysis/server/ecu-work.ts';
import {
  bytesRemoved,
  changesLinkGone,
  changesNotDrawn,
  customerDownloadRefusal,
  justChanged,
  vehicleText,
} from '../../files.rules.ts';
import type { ChangesPicture } from '../../hex/picture.ts';
import { selectFilesInScope } from '../../server/file-rows.ts';
import { getFile } from '../../server/files.ts';

/** The modified file is bought: what its owner may download, and show to others. */
const isBought = sql<boolean>`files.price_status = 'PAID' and files.status in ('PROCESSED', 'COMPLETED')
  and files.mod_file_key is not null and files.deleted_at is null`;

/** A link is its owner's alone, whatever else their role would show them. */
export async function getChangeLink({ db }: Deps, actor: Actor, id: number): Promise<{ created_at: string | null }> {
  const found = await selectFilesInScope(db, toOwner(actor))
    .leftJoin('change_links as link', 'link.file_id', 'files.id')
    .select('link.created_at')
    .where('files.id', '=', id)
    .executeTakeFirst();
  if (!found) throw notFound();
  return found;
}

/** Draws the picture, and makes the link if the file is still the one in it. */
export async function createChangeLink(deps: Deps, actor: Actor, id: number) {
  const file = await selectFilesInScope(deps.db, toOwner(actor))
    .select(['files.file_key', 'files.mod_file_key', 'files.ordered_dtcs'])
    .where('files.id', '=', id)
    .where(isBought)
    .executeTakeFirst();
  if (!file) {
    const { file: seen } = await getFile(deps.db, toOwner(actor), id);
    throw customerDownloadRefusal(seen) ?? notFound();
  }
  const modifiedKey = file.mod_file_key as string;
  const picture = await draw(deps, actor, { original: file.file_key, modified: modifiedKey, codes: file.ordered_dtcs });
  const token = randomBytes(32).toString('base64url');
  const link = { id, userId: actor.id, modifiedKey, token, picture };
  // A transaction, so that nothing is made for a session that has ended meanwhile (server/http/call-guard.ts).
  const made = await deps.db.transaction().execute((tx) => insertLink(tx, link));
  if (made === null) throw justChanged();
  return { token, created_at: made };
}

interface Keys {
  original: string;
  modified: string;
  codes: string[];
}

async function draw(
  { db, ecu, log }: Deps,
  actor: Actor,
  { original, modified, codes }: Keys,
): Promise<ChangesPicture> {
  if ((await findRemoved(db, [original, modified])).size > 0) throw bytesRemoved();
  const request = { original: toStoredObject(original), modified: toStoredObject(modified), codes };
  const drawn = await ecu.run('drawChanges', request, { user: actor.id });
  if (drawn.outcome === 'done') return drawn.result;
  if (drawn.outcome === 'failed') log.error({ reason: drawn.reason }, 'drawing the changes of a file failed');
  throw changesNotDrawn();
}

interface NewLink {
  id: number;
  userId: number;
  modifiedKey: string;
  token: string;
  picture: ChangesPicture;
}

/** Null: the file is no longer the one in the picture, or not bought any more. */
async function insertLink(db: Database, { id, userId, modifiedKey, token, picture }: NewLink): Promise<string | null> {
  const { rows } = await sql<{ created_at: string }>`
    insert into change_links (file_id, token_hash, picture)
    select files.id, ${hashToken(token)}, ${JSON.stringify(picture)}::jsonb from files
     where files.id = ${id} and files.user_id = ${userId} and files.mod_file_key = ${modifiedKey} and ${isBought}
    on conflict (file_id) do update
      set token_hash = excluded.token_hash, picture = excluded.picture, created_at = excluded.created_at
    returning created_at`.execute(db);
  return rows[0]?.created_at ?? null;
}

export async function revokeChangeLink({ db }: Deps, actor: Actor, id: number): Promise<{ message: string }> {
  const own = selectFilesInScope(db, toOwner(actor)).select('files.id').where('files.id', '=', id);
  if (!(await own.executeTakeFirst())) throw notFound();
  await db.deleteFrom('change_links').where('file_id', 'in', own).execute();
  return { message: 'Link revoked successfully!' };
}

/** Everything that is refused is refused alike, so that nobody learns whether a link ever existed. */
export async function readChangeLink({ db }: Pick<Deps, 'db'>, token: string) {
  const found = await db
    .selectFrom('change_links as link')
    .innerJoin('files', 'files.id', 'link.file_id')
    .innerJoin('users', 'users.id', 'files.user_id')
    .select(['files.brand', 'files.ecu', 'files.generation', 'link.created_at', 'link.picture'])
    .where('link.token_hash', '=', hashToken(token))
    .where('users.deleted_at', 'is', null)
    .where(isBought)
    .executeTakeFirst();
  if (!found) throw changesLinkGone();
  return { vehicle: vehicleText(found), made_at: found.created_at, picture: found.picture as ChangesPicture };
}
