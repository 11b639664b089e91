import { sql } from 'kysely';
import type { Database } from '../database/connect.ts';
import { findShopName } from '../shop-name.ts';
import { getTexts } from '../texts.ts';
import { dropJobs, sendJob, sendJobs } from '../jobs.ts';
import type { Mail } from './mail-text.ts';
import { renderMail } from './mail-text.ts';

export interface PostedMail {
  key: string;
  to: string;
  mail: Mail;
  /** The user needs it to get into an account, or has to know what happened to it: it is sent before all others. */
  isAboutAccount?: true;
  /** It asks to confirm the address: the only mail that an unconfirmed address gets. */
  isConfirmation?: true;
  /** Used when the address has no account, or one without a language. */
  language?: string | null;
  /** The user it is about, when that is not its recipient: their erasure removes it. */
  aboutUserId?: number;
}

const ACCOUNT_PRIORITY = 10;

/**
 * Posts a mail in the caller's transaction. `key` names the event, such as `file-ready:12:3`; a second mail of the same
 * event is not posted, and neither is one to an address that is not confirmed, since it may be a stranger's.
 */
export async function postMail(db: Database, mail: PostedMail): Promise<void> {
  const { key, to, isAboutAccount = false, isConfirmation = false } = mail;
  const account = await findAccount(db, to);
  if (!isConfirmation && account?.verified === false) return;
  const texts = getTexts(account?.language ?? mail.language ?? null);
  const { subject, text, html } = renderMail(mail.mail, texts, await findShopName(db));
  const priority = isAboutAccount ? ACCOUNT_PRIORITY : 0;
  const user_id = mail.aboutUserId ?? account?.id ?? null;
  const posted = await db
    .insertInto('mails')
    .values({ key, recipient: to, subject, text_body: text, html_body: html, priority, user_id })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (posted) await sendJob(db, 'deliver-mail', posted.id, { priority });
}

const findAccount = (db: Database, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'verified', 'language'])
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** Jobs are not part of a backup: after a restore, mails waiting in the outbox are queued again. */
export async function resendWaiting(db: Database): Promise<void> {
  const waiting = await db
    .selectFrom('mails')
    .select(['id', 'mailing_id', 'priority'])
    .where('sent_at', 'is', null)
    .where('refused_at', 'is', null)
    .execute();
  const single = waiting.filter(({ mailing_id }) => mailing_id === null);
  await sendJobs(db, 'deliver-mail', single);
  const mailings = new Set(waiting.flatMap(({ mailing_id }) => mailing_id ?? []));
  await sendJobs(
    db,
    'send-mailing',
    [...mailings].map((id) => ({ id })),
  );
}

/**
 * Settles the mails of an invented past, those after this id: they count as sent when they were created. Nothing waits for them, and real
 * mails would queue up behind them.
 */
export async function settlePastMails(db: Database, lastRealId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('mails')
      .set((eb) => ({ sent_at: eb.ref('created_at'), attempts: 1 }))
      .where('sent_at', 'is', null)
      .where('id', '>', lastRealId)
      .execute();
    await dropJobs(tx, 'deliver-mail');
    await resendWaiting(tx);
  });
}
