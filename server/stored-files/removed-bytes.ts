import { sql } from 'kysely';
import { anyOf } from '../database/patterns.ts';
import type { Database } from '../database/connect.ts';
import { createKey, type Storage } from '../storage/storage.ts';

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
 * transaction; after its commit `quarantineFiles` moves the bytes to the quarantine, or a sweep does if that was interrupted.
 */
export async function recordRemovedBytes(
  tx: Database,
  keys: readonly string[],
  reason: 'RETENTION' | 'ERASURE',
): Promise<void> {
  if (keys.length === 0) return;
  const before = [...new Set(keys)];
  const after = before.map(() => createKey());
  await tx
    .insertInto('removed_bytes')
    .values(after.map((key) => ({ key, reason })))
    .execute();
  for (const { table, column } of KEY_COLUMNS) {
    const name = sql.ref(column);
    await sql`update ${sql.table(table)} set ${name} = given.after
                from unnest(${before}::text[], ${after}::text[]) given (before, after)
               where ${name} = given.before`.execute(tx);
  }
}

/** Moves the bytes to the quarantine; returns how many of the keys had any. */
export async function quarantineFiles(storage: Storage, keys: readonly string[], now: Date): Promise<number> {
  let moved = 0;
  for (const key of new Set(keys)) if (await storage.quarantine(key, now.toISOString().slice(0, 10))) moved += 1;
  return moved;
}
