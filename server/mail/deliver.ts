import { sql, type Expression, type SqlBool } from 'kysely';
import type { Database } from '../database/connect.ts';
import type { Deps } from '../http/call.ts';
import { isRefusedForGood } from './mail-faults.ts';
import { IS_ABOUT_ACCOUNT } from './outbox.ts';
import type { Send } from './transport.ts';

type MailDeps = Pick<Deps, 'db' | 'clock'>;

/**
 * Delivers one mail of the outbox. Throws when the server did not accept it, which is noted, and retried later. A mail
 * refused for good is noted as refused and not retried.
 */
export async function deliverMail(deps: MailDeps, send: Send, id: number): Promise<void> {
  await deliver(deps, send, sql<boolean>`mails.id = ${id}`);
}

/**
 * Delivers the first mail about an account that has not been tried yet, and returns whether there was one. A sender of
 * many mails calls this between two of them, so that none of these waits for a job of its own to begin. One that fails
 * is left to that job, and the sender goes on with a mail of its own: with its failures, it ends.
 */
export async function deliverAccountMail(deps: MailDeps, send: Send): Promise<boolean> {
  // Phrased like the index `mails_about_accounts`, so that it is used.
  return deliver(deps, send, sql<boolean>`${IS_ABOUT_ACCOUNT} and mails.attempts = 0`).catch(() => false);
}

/** Locks the row meanwhile, so that two workers cannot both send it; a mail already being sent is left alone. */
async function deliver({ db, clock }: MailDeps, send: Send, condition: Expression<SqlBool>): Promise<boolean> {
  let failure: unknown;
  const isFound = await db.transaction().execute(async (tx) => {
    const mail = await selectMail(tx, condition).executeTakeFirst();
    if (!mail) return false;
    const { id, recipient, subject } = mail;
    const attempts = mail.attempts + 1;
    try {
      const message = { id, to: recipient, subject, text: mail.text_body ?? '', html: mail.html_body ?? '' };
      const { forget, response = null } = await send(message);
      await tx
        .updateTable('mails')
        .set({
          sent_at: clock.now(),
          attempts,
          last_error: null,
          server_answer: response?.slice(0, 500) ?? null,
          is_saved: !forget,
          ...(forget ? { text_body: null, html_body: null } : {}),
        })
        .where('id', '=', id)
        .execute();
    } catch (error) {
      const last_error = (error instanceof Error ? error.message : String(error)).slice(0, 500);
      const isRefused = isRefusedForGood(error);
      if (!isRefused) failure = error;
      await tx
        .updateTable('mails')
        .set({ attempts, last_error, ...(isRefused && { refused_at: clock.now() }) })
        .where('id', '=', id)
        .execute();
    }
    return true;
  });
  if (failure !== undefined) throw failure;
  return isFound;
}

const selectMail = (tx: Database, condition: Expression<SqlBool>) =>
  tx
    .selectFrom('mails')
    // The text of a mailing is stored once for all its mails.
    .leftJoin('mailings', 'mailings.id', 'mails.mailing_id')
    .select(['mails.id', 'mails.recipient', 'mails.subject', 'mails.attempts'])
    .select((eb) => [
      eb.fn.coalesce('mails.text_body', 'mailings.text_body').as('text_body'),
      eb.fn.coalesce('mails.html_body', 'mailings.html_body').as('html_body'),
    ])
    .where(condition)
    .where('mails.sent_at', 'is', null)
    .where('mails.refused_at', 'is', null)
    .orderBy('mails.id')
    .limit(1)
    .forUpdate('mails')
    .skipLocked();
