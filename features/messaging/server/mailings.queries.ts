import { sql, type Expression, type SqlBool } from 'kysely';
import type { Database } from '../../../server/database/connect.ts';
import type { Delivery } from '../emails.calls.ts';

export const selectAddresses = (db: Database) =>
  selectMailRecipients(db).where('verified', '=', true).clearSelect().select('email');

export const selectMailRecipients = (db: Database) =>
  db.selectFrom('users').select(['email', 'status', 'verified']).where('deleted_at', 'is', null).orderBy('email');

export const insertMailing = (
  tx: Database,
  mailing: { user_id: number; subject: string; html_body: string; text_body: string },
) => tx.insertInto('mailings').values(mailing).returning('id');

/** Inserts one mail for each of the addresses that belongs to a user; returns the ids. */
export const insertMails = (tx: Database, id: number, mailing: { subject: string; addresses: readonly string[] }) =>
  tx
    .insertInto('mails')
    .columns(['key', 'recipient', 'subject', 'mailing_id', 'user_id'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select([
          sql<string>`'mailing:' || ${id}::bigint || ':' || users.id`.as('key'),
          'users.email',
          sql<string>`${mailing.subject}::text`.as('subject'),
          sql<number>`${id}::bigint`.as('mailing_id'),
          'users.id as user_id',
        ])
        .where('users.deleted_at', 'is', null)
        .where('users.verified', '=', true)
        .where(sql`lower(users.email) = any(${mailing.addresses}::text[])` as Expression<SqlBool>)
        .orderBy('users.email'),
    )
    .returning('id');

export const selectWaiting = (db: Database, mailingId: number) =>
  db
    .selectFrom('mails')
    .select('id')
    .where('mailing_id', '=', mailingId)
    .where('sent_at', 'is', null)
    .where('refused_at', 'is', null)
    // So that no mail waits behind those that the server did not take the last time.
    .orderBy('attempts')
    .orderBy('id');

/** Gives mails up for good. Those that the mail server has taken meanwhile stay sent; existing reasons are retained. */
export const refuse = (db: Database, of: 'id' | 'mailing_id', id: number, reason?: string) =>
  db
    .updateTable('mails')
    .set((eb) => ({
      refused_at: sql`now()`,
      ...(reason === undefined
        ? {}
        : { last_error: eb.fn.coalesce('last_error', sql<string>`${reason.slice(0, 500)}::text`) }),
    }))
    .where(of, '=', id)
    .where('sent_at', 'is', null)
    .where('refused_at', 'is', null);

export const selectMailings = (db: Database) =>
  db
    .selectFrom('mailings')
    .innerJoin('users', 'users.id', 'mailings.user_id')
    .innerJoin('mails', 'mails.mailing_id', 'mailings.id')
    .select(['mailings.id', 'mailings.subject', 'users.username', 'mailings.created_at'])
    .select(sql<number | null>`case when users.deleted_at is null then users.id end`.as('user_id'))
    .select((eb) => [
      eb.fn.countAll<number>().as('total'),
      sql<number>`count(mails.sent_at) filter (where not mails.is_saved)`.as('sent'),
      sql<number>`count(*) filter (where mails.is_saved)`.as('saved'),
      eb.fn.count<number>('mails.refused_at').as('refused'),
      sql<number>`count(*) filter (where mails.sent_at is null and mails.refused_at is null)`.as('waiting'),
    ])
    .groupBy(['mailings.id', 'users.id'])
    .orderBy('mailings.id', 'desc');

export const selectDeliveries = (db: Database, mailingId: number) =>
  db
    .selectFrom('mails')
    .select([
      'recipient',
      sql<Delivery['status']>`case when is_saved then 'saved' when sent_at is not null then 'sent'
        when refused_at is not null then 'refused' else 'waiting' end`.as('status'),
      sql<string | null>`coalesce(server_answer, last_error)`.as('reply'),
    ])
    .where('mailing_id', '=', mailingId)
    .orderBy('recipient');
