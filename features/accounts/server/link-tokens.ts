import { createHash, randomBytes } from 'node:crypto';
import type { Database } from '../../../server/database/connect.ts';
import { INVITATION } from '../user-status.ts';

/** SECOND_STEP is not mailed: the browser receives it after the right password. */
export type LinkPurpose = 'ACTIVATE' | 'RESET' | 'INVITE' | 'SECOND_STEP';

const MINUTE_MS = 60_000;
const LIFETIME_MS: Record<LinkPurpose, number> = {
  ACTIVATE: 72 * 60 * MINUTE_MS,
  RESET: 30 * MINUTE_MS,
  INVITE: 7 * 24 * 60 * MINUTE_MS,
  SECOND_STEP: 10 * MINUTE_MS,
};

/** What is stored of a token or recovery code, which is random enough for a plain hash. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex');

/** Makes a link and returns its token; only the hash of the token is stored. */
export async function makeLink(tx: Database, now: Date, userId: number, purpose: LinkPurpose): Promise<string> {
  const token = (purpose === 'INVITE' ? INVITATION : '') + randomBytes(32).toString('base64url');
  const expires_at = new Date(now.getTime() + LIFETIME_MS[purpose]);
  await tx
    .insertInto('account_links')
    .values({ token_hash: hashToken(token), user_id: userId, purpose, created_at: now, expires_at })
    .execute();
  return token;
}

/** Locks the owner of a link: the user before the link, as by everything that voids the links of a user. */
export const lockOwner = (tx: Database, table: 'account_links' | 'email_changes', token: string) =>
  tx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', (links) => links.selectFrom(table).select('user_id').where('token_hash', '=', hashToken(token)))
    .forNoKeyUpdate()
    .execute();

/** Marks a link as used and returns its owner; null when the link does not exist, was used before, or has expired. */
export async function consumeLink(
  tx: Database,
  now: Date,
  token: string,
  purposes: readonly LinkPurpose[],
): Promise<number | null> {
  await lockOwner(tx, 'account_links', token);
  const spent = await tx
    .updateTable('account_links')
    .set({ used_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('purpose', 'in', purposes)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .where('user_id', 'in', (users) =>
      users.selectFrom('users').select('id').where('status', '=', 'ACTIVE').where('deleted_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return spent?.user_id ?? null;
}

/** Returns the owner of a link that still works; null when there is none. */
export async function findLinkOwner(
  db: Database,
  now: Date,
  token: string,
  purposes: readonly LinkPurpose[],
): Promise<number | null> {
  const found = await db
    .selectFrom('account_links')
    .innerJoin('users', 'users.id', 'account_links.user_id')
    .select('users.id')
    .where('account_links.token_hash', '=', hashToken(token))
    .where('account_links.purpose', 'in', purposes)
    .where('account_links.used_at', 'is', null)
    .where('account_links.expires_at', '>', now.toISOString())
    .where('users.status', '=', 'ACTIVE')
    .executeTakeFirst();
  return found?.id ?? null;
}
