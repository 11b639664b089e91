import type { Kysely } from 'kysely';
import { isNamedKey as isNamedByFile } from '../../features/files/server/files.ts';
import { isFurtherKey } from '../../features/files/further/server/further-files.ts';
import { isShownKey } from '../../features/catalogue/media/server/media.ts';
import { isSessionKey } from '../../features/dtc-off/server/sessions.ts';
import { isAttachedKey } from '../../features/tickets/server/tickets.ts';
import type { Schema } from '../../server/database/schema.ts';
import { findRemoved } from '../../server/stored-files/removed-bytes.ts';
import type { Deps } from '../../server/http/call.ts';

const DOMAINS = [isNamedByFile, isFurtherKey, isAttachedKey, isSessionKey, isShownKey];

/** Returns those of these storage keys that some row names. Every domain that stores bytes must be included. */
export async function isNamedKey(deps: Pick<Deps, 'db'>, keys: string[]): Promise<Set<string>> {
  const named = new Set<string>();
  for (const ask of DOMAINS) for (const key of await ask(deps, keys)) named.add(key);
  for (const key of await findRemoved(deps.db, keys)) named.delete(key);
  return named;
}

/** Does the same at one moment: a key cannot be missed while it moves from a row of one table to a row of another. */
export const findReferencedKeys = (db: Kysely<Schema>, keys: string[]): Promise<Set<string>> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => isNamedKey({ db: tx }, keys));
