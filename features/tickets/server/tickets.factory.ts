import { Readable } from 'node:stream';
import type { Insertable } from 'kysely';
import type { TicketsTable } from '../../../server/database/schema.ts';
import type { Deps } from '../../../server/http/call.ts';
import { ticketSubject } from '../tickets.rules.ts';
import { insertTicket, noteLastWriter } from './tickets.queries.ts';

type Built = Pick<Insertable<TicketsTable>, 'file_id'> & Partial<Parameters<typeof insertTicket>[1]>;

/** Creates an open ticket for this file, unless `fields` change that. */
export async function buildTicket({ db }: Pick<Deps, 'db'>, { file_id, ...fields }: Built) {
  return db.transaction().execute(async (tx) => {
    const file = await tx.selectFrom('files').select('file_id').where('id', '=', file_id).executeTakeFirstOrThrow();
    const ticket = await insertTicket(tx, { file_id, subject: ticketSubject(file), ...fields })
      .returning(['id', 'ticket_id', 'file_id', 'status'])
      .executeTakeFirstOrThrow();
    await tx.updateTable('files').set({ ticket_id: ticket.id }).where('id', '=', file_id).execute();
    return ticket;
  });
}

interface BuiltMessage {
  ticket_id: number;
  user_id: number;
  message?: string;
  attachment?: { name: string; bytes: Uint8Array };
}

/** Creates a message in a ticket. */
export async function buildTicketMessage({ db, storage }: Pick<Deps, 'db' | 'storage'>, built: BuiltMessage) {
  const { attachment, message = 'It smokes when cold.', ...row } = built;
  const stored = attachment ? await storage.receive(Readable.from([attachment.bytes])) : null;
  if (stored) await storage.keep(stored);
  const written = await db
    .insertInto('ticket_messages')
    .values({
      ...row,
      message,
      ...(stored &&
        attachment && {
          file_name: attachment.name,
          file_key: stored.key,
          file_size_bytes: stored.sizeBytes,
          file_sha256: stored.sha256,
        }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await noteLastWriter(db, row.ticket_id, row.user_id);
  return written;
}
