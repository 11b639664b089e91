import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { buildSolution } from '../../../../features/catalogue/server/catalogue.factory.ts';
import { buildFile } from '../../../../features/files/server/files.factory.ts';
import { buildTicket, buildTicketMessage } from '../../../../features/tickets/server/tickets.factory.ts';
import { depsOf } from '../../soak-deps.ts';
import type { SoakPortal } from '../../soak-portal.ts';

/** The shortest periods that the settings accept; records a day old have to stay. */
export const RETENTION = {
  QUARANTINE_DAYS: '30',
  RETAIN_FILES_DAYS: '30',
  RETAIN_MESSAGES_DAYS: '30',
  RETAIN_MAILS_DAYS: '30',
  RETAIN_DELETED_USERS_DAYS: '30',
};

const YOUNG_DAYS = 1;
const OLD_DAYS = 400;
const DAY_MS = 86_400_000;

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
const dayOf = (days: number) => daysAgo(days).toISOString().slice(0, 10);

/** Builds one record of each kind that is removed by age; returns a function that lists those still there. */
async function build(portal: SoakPortal, days: number): Promise<() => Promise<string[]>> {
  const { db } = portal;
  const deps = await depsOf(portal);
  const solution = await buildSolution(deps, { deleted_at: daysAgo(days) });
  const file = await buildFile(deps, { status: 'CANCELED', status_before_cancel: 'PENDING' });
  const ticket = await buildTicket(deps, { file_id: file.id, status: 'CLOSED', closing_date: daysAgo(days) });
  await buildTicketMessage(deps, { ticket_id: ticket.id, user_id: file.user_id });
  await sql`update files set updated_at = ${daysAgo(days)}, status_since = ${daysAgo(days)} where id = ${file.id}`.execute(
    db,
  );
  const mail = await db
    .insertInto('mails')
    .values({
      key: `soak:aged:${days}`,
      recipient: 'ana@example.com',
      subject: 'Aged',
      created_at: daysAgo(days),
      sent_at: daysAgo(days),
      attempts: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const stored = await deps.storage.receive(Readable.from([randomBytes(64)]));
  await deps.storage.keep(stored);
  await deps.storage.quarantine(stored.key, dayOf(days));

  return async () => {
    const there = async (name: string, query: ReturnType<typeof sql>) =>
      (await query.execute(db)).rows.length > 0 ? [name] : [];
    const inQuarantine = (await deps.storage.listQuarantineDays()).includes(dayOf(days));
    return [
      ...(await there('a solution in the bin', sql`select from solutions where id = ${solution.id}`)),
      ...(await there('bytes of a file', sql`select from files where id = ${file.id} and bytes_removed_at is null`)),
      ...(await there('messages of a closed ticket', sql`select from ticket_messages where ticket_id = ${ticket.id}`)),
      ...(await there('a sent mail', sql`select from mails where id = ${mail.id}`)),
      ...(inQuarantine ? ['an object in quarantine'] : []),
    ];
  };
}

/**
 * Builds records that are a day old and records over a year old: the former have to stay, the latter to go at the first
 * housekeeping.
 */
export async function buildAged(portal: SoakPortal) {
  const [young, old] = [await build(portal, YOUNG_DAYS), await build(portal, OLD_DAYS)];
  return { young, old, kinds: (await young()).length };
}
