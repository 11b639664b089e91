import { sql } from 'kysely';
import { anyOf } from '../database/patterns.ts';
import type { Database } from '../database/connect.ts';
import type { Deps } from '../http/call.ts';
import { createKey } from '../storage/storage.ts';

/** Every column that names stored files of customers; a test compares this with the tables. */
export const KEY_COLUMNS = [
  { table: 'files', column: 'file_key' },
  { table: 'files', column: 'mod_file_key' },
  { table: 'file_history', column: 'file_key' },
  { table: 'further_files', column: 'file_key' },
  { table: 'ticket_messages', column: 'file_key' },
  { table: 'ai_sessions', column: 'file_key' },
] as const;

/** Returns those of these keys that have no bytes on purpose. */
export async function findRemoved(db: Database, keys: readonly string[]): Promise<Set<string>> {
  const rows = await db.selectFrom('removed_bytes').select('key').where('key', '=', anyOf(keys)).execute();
  return new Set(rows.map(({ key }) => key));
}

/**
 * Gives these bytes up: from now on, every row that names them names a key without bytes. Part of the caller's
 * transaction; after its commit `quarantineGivenUp` moves the bytes to the quarantine.
 */
export async function recordRemovedBytes(
  tx: Database,
  keys: readonly string[],
  reason: 'RETENTION' | 'ERASURE',
): Promise<void> {
  await giveUpBytes(tx, keys);
  const before = [...new Set(keys)];
  const after = before.map(() => createKey());
  await sql`insert into removed_bytes (key, reason) select unnest(${after}::text[]), ${reason}`.execute(tx);
  for (const { table, column } of KEY_COLUMNS) {
    const name = sql.ref(column);
    await sql`update ${sql.table(table)} set ${name} = given.after
                from unnest(${before}::text[], ${after}::text[]) given (before, after)
               where ${name} = given.before`.execute(tx);
  }
}

/** Notes bytes that no row names from the caller's transaction on; what checks found in them names their file. */
export async function giveUpBytes(tx: Database, keys: readonly string[]): Promise<void> {
  await sql`insert into given_up_bytes (key) select unnest(${keys}::text[]) on conflict do nothing`.execute(tx);
  await tx.deleteFrom('file_check_faults').where('file_key', '=', anyOf(keys)).execute();
}

/**
 * Moves these bytes to the quarantine, after the transaction that gave them up; returns how many of the keys had any.
 * Without keys, moves all that an interruption kept out of it.
 */
export async function quarantineGivenUp(
  { db, storage, clock }: Pick<Deps, 'db' | 'storage' | 'clock'>,
  keys?: readonly string[],
): Promise<number> {
  const given = keys ?? (await db.selectFrom('given_up_bytes').select('key').execute()).map(({ key }) => key);
  if (given.length === 0) return 0;
  let moved = 0;
  for (const key of new Set(given))
    if (await storage.quarantine(key, clock.now().toISOString().slice(0, 10))) moved += 1;
  await db.deleteFrom('given_up_bytes').where('key', '=', anyOf(given)).execute();
  return moved;
}
