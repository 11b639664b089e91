import { sql, type Transaction } from 'kysely';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Schema } from '../../../../server/database/schema.ts';
import { mailFileName, outboxFolder } from '../../../../server/mail/transport.ts';
import type { Erased } from './erasure-steps.ts';

/** Removes the mails to a person, to any address they had, and those to staff about them; returns their ids. */
export async function removeMails(tx: Transaction<Schema>, { id, email }: Erased): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    delete from mails where user_id = ${id} or lower(recipient) = any (array(
      select lower(new_email) from email_changes where user_id = ${id} union select lower(${email})))
    returning id`.execute(tx);
  return rows.map((mail) => mail.id);
}

export type OutboxConfig = Parameters<typeof outboxFolder>[0];

/** Without a mail server, each mail is a file in the outbox folder. */
export async function removeMailFiles(config: OutboxConfig, ids: readonly number[]): Promise<void> {
  for (const id of ids) await rm(join(outboxFolder(config), mailFileName(id)), { force: true });
}
